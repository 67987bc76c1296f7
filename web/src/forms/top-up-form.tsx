import { formatMoney } from 'souk-contract'
import { api, useWrite } from '../api.ts'
import { useForm } from '../lib/use-form.ts'
import { moneyFault, proposedCharge, readMoney } from '../lib/money.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

/** Leads to the page of the payment processor, which brings the person back. */
export function TopUpForm({ currency }: { currency: string }) {
  const form = useForm({ amount: proposedCharge(50, currency) }, ({ amount }) => ({
    amount: moneyFault(amount, { field: 'The amount', currency, use: 'charge' }),
  }))
  const start = useWrite(api.payments.startTopUp, { onDone: ({ session }) => location.assign(session.url) })
  const amount = readMoney(form.values.amount, currency) ?? 0
  return (
    <Form
      send={`Pay ${formatMoney({ amount, currency })} by card`}
      busy={start.isPending || start.isSuccess}
      error={start.error}
      onSubmit={form.submit(() => start.mutate({ amount, currency }))}
    >
      <Field label={`Amount in ${currency}`} inputMode="decimal" {...form.field('amount')} />
    </Form>
  )
}
