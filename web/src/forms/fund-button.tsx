import { rulesOf, type Money } from 'souk-contract'
import { api, useWrite } from '../api.ts'
import { formatMoney } from '../lib/format-money.ts'
import { say } from '../messages/en/money.ts'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'

/** Pays the missing amount in another tab, so that the form with this button stays; live updates refresh the balance. */
export function FundButton({ missing }: { missing: Money }) {
  const { currency } = missing
  const amount = Math.max(missing.amount, rulesOf(currency).chargeMin)
  const start = useWrite(api.payments.startTopUp, { onDone: ({ session }) => openTab(session.url) })
  return (
    <>
      <p>{say('needMore', { missing: formatMoney(missing) })}</p>
      <Button busy={start.isPending} onClick={() => start.mutate({ amount, currency })}>
        {say('addAmount', { amount: formatMoney({ amount, currency }) })}
      </Button>
      {start.isSuccess ? <p role="status">{say('waitingForPayment')}</p> : null}
      {start.error === null ? null : <ErrorMessage error={start.error} />}
    </>
  )
}

/** Browsers that block the tab open the page here. */
function openTab(url: string): void {
  const tab = window.open(url)
  if (tab === null) location.assign(url)
  else tab.opener = null
}
