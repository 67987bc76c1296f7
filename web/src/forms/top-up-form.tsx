import { minorUnits, rulesOf } from 'souk-contract'
import { formatMoney, formatShortMoney } from '../lib/format/format-money.ts'
import { api, useWrite } from '../api.ts'
import { amountError, amountText, defaultCharge, parseAmount } from '../lib/parse/amount-input.ts'
import { useForm } from '../lib/hooks/use-form.ts'
import { CancelButton } from '../ui/actions/dialog.tsx'
import { Facts } from '../ui/data/facts.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Form } from '../ui/forms/form.tsx'
import { Segments } from '../ui/forms/segments.tsx'
import { say } from '../messages/en/money.ts'

interface TopUpFormProps {
  readonly currency: string
  /** Spendable balance before the payment. */
  readonly available: number
  readonly onClose: () => void
}

const suggested = [20, 50, 100, 250] as const

/** Opens the checkout page of the payment processor, which returns to this app. */
export function TopUpForm({ currency, available, onClose }: TopUpFormProps) {
  const form = useForm({ amount: defaultCharge(50, currency) }, ({ amount }) => ({
    amount: amountError(amount, { field: say('theAmount'), currency, use: 'charge' }),
  }))
  const start = useWrite(api.payments.startTopUp, { onDone: ({ session }) => location.assign(session.url) })
  const amount = parseAmount(form.values.amount, currency) ?? 0
  const choices = suggested
    .map((units) => ({ amount: minorUnits(units, currency), currency }))
    .filter((choice) => choice.amount >= rulesOf(currency).chargeMin)
  return (
    <Form
      submitLabel={say('payByCard', { value: formatMoney({ amount, currency }) })}
      busy={start.isPending || start.isSuccess}
      error={start.error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={form.submit(() => start.mutate({ amount, currency }))}
    >
      <Segments
        label={say('suggestedAmounts')}
        options={choices.map((choice) => [String(choice.amount), formatShortMoney(choice)] as const)}
        value={String(amount)}
        onSelect={(value) => form.set('amount', amountText({ amount: Number(value), currency }))}
      />
      <Field label={say('amountIn', { currency })} inputMode="decimal" {...form.field('amount')} />
      <Facts
        facts={[
          [say('feeForYou'), formatMoney({ amount: 0, currency })],
          [say('balanceAfter'), formatMoney({ amount: available + amount, currency })],
        ]}
      />
      <p className="muted">{say('topUpHint')}</p>
    </Form>
  )
}
