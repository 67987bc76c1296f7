import { formatMoney } from '../lib/format-money.ts'
import { api, useWrite } from '../api.ts'
import { amountError, defaultCharge, parseAmount } from '../lib/amount-input.ts'
import { useForm } from '../lib/use-form.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { say } from '../messages/en/money.ts'

/** Opens the checkout page of the payment processor, which returns to this app. */
export function TopUpForm({ currency }: { currency: string }) {
  const form = useForm({ amount: defaultCharge(50, currency) }, ({ amount }) => ({
    amount: amountError(amount, { field: say('theAmount'), currency, use: 'charge' }),
  }))
  const start = useWrite(api.payments.startTopUp, { onDone: ({ session }) => location.assign(session.url) })
  const amount = parseAmount(form.values.amount, currency) ?? 0
  return (
    <Form
      submitLabel={say('payByCard', { value: formatMoney({ amount, currency }) })}
      busy={start.isPending || start.isSuccess}
      error={start.error}
      onSubmit={form.submit(() => start.mutate({ amount, currency }))}
    >
      <Field label={say('amountIn', { currency })} inputMode="decimal" {...form.field('amount')} />
    </Form>
  )
}
