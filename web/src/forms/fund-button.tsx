import type { Money } from 'souk-contract'
import { formatMoney } from '../lib/format/format-money.ts'
import { say } from '../messages/en/money.ts'
import { Button } from '../ui/actions/button.tsx'
import { ErrorMessage } from '../ui/page/error-message.tsx'
import { chargeFor, usePaymentTab } from './use-payment-tab.ts'

/** Pays the missing amount in another tab. */
export function FundButton({ missing }: { missing: Money }) {
  const payment = usePaymentTab()
  return (
    <>
      <p>{say('needMore', { missing: formatMoney(missing) })}</p>
      <Button busy={payment.isPending} onClick={() => payment.pay(missing)}>
        {say('addAmount', { amount: formatMoney(chargeFor(missing)) })}
      </Button>
      {payment.isOpen ? <p role="status">{say('waitingForPayment')}</p> : null}
      {payment.error === null ? null : <ErrorMessage error={payment.error} />}
    </>
  )
}
