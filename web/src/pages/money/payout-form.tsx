import { formatAmount, formatMoney, payablePart, type Balance } from 'souk-contract'
import { useState } from 'react'
import { api, useWrite } from '../../api.ts'
import { moneyFault, readMoney } from '../../lib/money.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Row } from '../../ui/layout.tsx'

/** Where earnings go: to the bank, or back into the market. */
export function PayOut({ balance: { earnings, currency } }: { balance: Balance }) {
  const payable = payablePart({ amount: earnings, currency })
  const [text, setText] = useState(formatAmount({ amount: payable, currency }))
  const touches = ['payments', 'payouts'] as const
  const request = useWrite(api.payouts.requestPayout, { touches })
  const convert = useWrite(api.payments.fundBalance, { touches })
  const amount = readMoney(text, currency) ?? 0
  const money = formatMoney({ amount, currency })
  const whyNot = (use: 'payout' | 'internal') =>
    earnings === 0
      ? 'Nothing has been earned yet.'
      : amount === 0
        ? 'Write how much of the earnings to use.'
        : moneyFault(text, { field: 'The amount', currency, use })
  return (
    <>
      <Field
        label={`Earnings to use, ${currency}`}
        inputMode="decimal"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Row>
        <Confirm
          label="Pay out"
          look="primary"
          because={whyNot('payout')}
          title={`Pay ${money} out?`}
          confirm={`Pay out ${money}`}
          busy={request.isPending}
          error={request.error}
          onConfirm={() => request.mutateAsync({ amount, currency })}
        >
          <p>{money} of your earnings go to the bank account that you have set up.</p>
        </Confirm>
        {whyNot('internal') === undefined ? (
          <Confirm
            label="Use it here"
            title={`Make ${money} available to spend?`}
            confirm={`Move ${money}`}
            busy={convert.isPending}
            error={convert.error}
            onConfirm={() => convert.mutateAsync({ amount, currency, source: 'earnings' })}
          >
            <p>{money} go from your earnings to your balance. They can then no longer be paid out.</p>
          </Confirm>
        ) : null}
      </Row>
    </>
  )
}
