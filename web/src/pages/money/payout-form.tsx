import { useState } from 'react'
import { formatAmount, payablePart, type Balance } from 'souk-contract'
import { formatMoney } from '../../lib/format-money.ts'
import { api, useWrite } from '../../api.ts'
import { amountError, parseAmount } from '../../lib/amount-input.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Row } from '../../ui/layout.tsx'

/** Pays earnings out to the bank account, or moves them to the balance. */
export function PayoutForm({ balance: { earnings, currency } }: { balance: Balance }) {
  const payable = payablePart({ amount: earnings, currency })
  const [text, setText] = useState(formatAmount({ amount: payable, currency }))
  const invalidates = ['payments', 'payouts'] as const
  const request = useWrite(api.payouts.requestPayout, { invalidates })
  const convert = useWrite(api.payments.fundBalance, { invalidates })
  const amount = parseAmount(text, currency) ?? 0
  const money = formatMoney({ amount, currency })
  const disabledReason = (use: 'payout' | 'internal') =>
    earnings === 0
      ? 'You have no earnings yet.'
      : amount === 0
        ? 'Enter an amount.'
        : amountError(text, { field: 'The amount', currency, use })
  return (
    <>
      <Field
        label={`Amount from earnings in ${currency}`}
        inputMode="decimal"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Row>
        <ConfirmButton
          label="Pay out"
          variant="primary"
          disabledReason={disabledReason('payout')}
          title={`Pay out ${money}?`}
          confirmLabel={`Pay out ${money}`}
          busy={request.isPending}
          error={request.error}
          onConfirm={() => request.mutateAsync({ amount, currency })}
        >
          <p>{money} of your earnings is sent to your bank account.</p>
        </ConfirmButton>
        {disabledReason('internal') === undefined ? (
          <ConfirmButton
            label="Move to balance"
            title={`Move ${money} to your balance?`}
            confirmLabel={`Move ${money}`}
            busy={convert.isPending}
            error={convert.error}
            onConfirm={() => convert.mutateAsync({ amount, currency, source: 'earnings' })}
          >
            <p>You can spend it on tasks, but it can no longer be paid out.</p>
          </ConfirmButton>
        ) : null}
      </Row>
    </>
  )
}
