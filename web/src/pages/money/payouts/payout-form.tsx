import { useState } from 'react'
import type { Balance } from 'souk-contract'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { api, useWrite } from '../../../api.ts'
import { amountText, parseAmount } from '../../../lib/parse/amount-input.ts'
import { ConfirmButton } from '../../../ui/actions/confirm.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Row } from '../../../ui/page/layout.tsx'
import { say } from '../../../messages/en/money.ts'
import { payableOf, payoutProblem } from './payout-rules.ts'

/** Pays earnings out to the bank account. */
export function PayoutForm({ balance }: { balance: Balance }) {
  const { currency } = balance
  const [text, setText] = useState(amountText({ amount: payableOf(balance), currency }))
  const invalidates = ['payments', 'payouts'] as const
  const request = useWrite(api.payouts.requestPayout, { invalidates })
  const amount = parseAmount(text, currency) ?? 0
  const money = formatMoney({ amount, currency })
  return (
    <>
      <Field
        label={say('amountFromEarningsIn', { currency })}
        inputMode="decimal"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Row>
        <ConfirmButton
          label={say('payOut')}
          variant="primary"
          disabledReason={payoutProblem(text, balance)}
          title={say('payOutTitle', { money })}
          confirmLabel={say('payOutConfirm', { money })}
          busy={request.isPending}
          error={request.error}
          onConfirm={() => request.mutateAsync({ amount, currency })}
        >
          <p>{say('earningsSentBankAccount', { money })}</p>
        </ConfirmButton>
      </Row>
    </>
  )
}
