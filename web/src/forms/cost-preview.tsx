import type { Money } from 'souk-contract'
import { formatMoney } from '../lib/format-money.ts'
import { Facts } from '../ui/facts.tsx'
import { Link } from '../ui/link.tsx'

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
          [`Held for ${provider}`, formatMoney(price)],
          ['Your balance', available === undefined ? '–' : formatMoney({ amount: available, currency })],
          ['Balance after', remaining === undefined ? '–' : formatMoney({ amount: remaining, currency })],
        ]}
      />
      {remaining !== undefined && remaining < 0 ? (
        <p>
          Your balance is too low. <Link to="/money">Top up</Link>
        </p>
      ) : (
        <p>Funds are held until you accept the delivery. The provider pays the fee.</p>
      )}
    </>
  )
}
