import type { Money } from 'souk-contract'
import { formatMoney } from '../lib/format-money.ts'
import { Facts } from '../ui/facts.tsx'
import { FundButton } from './fund-button.tsx'
import { say } from '../messages/en/tasks.ts'

interface CostPreviewProps {
  readonly price: Money
  readonly available: number | undefined
  readonly provider: string
}

/** Shows what a hire will hold and what remains of the balance. */
export function CostPreview({ price, available, provider }: CostPreviewProps) {
  const { currency } = price
  const remaining = available === undefined ? undefined : available - price.amount
  return (
    <>
      <Facts
        facts={[
          [say('heldFor', { provider }), formatMoney(price)],
          [say('yourBalance'), available === undefined ? '–' : formatMoney({ amount: available, currency })],
          [say('balanceAfter'), remaining === undefined ? '–' : formatMoney({ amount: remaining, currency })],
        ]}
      />
      {remaining !== undefined && remaining < 0 ? (
        <FundButton missing={{ currency, amount: -remaining }} />
      ) : (
        <p>{say('fundsHeldUntilAccepted')}</p>
      )}
    </>
  )
}
