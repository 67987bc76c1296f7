import { formatMoney, type Money } from 'souk-contract'
import { Link } from '../ui/link.tsx'
import { Facts } from '../ui/bits.tsx'

interface CostPreviewProps {
  readonly price: Money
  readonly available: number | undefined
  readonly to: string
}

/** What will be held and from what, before anybody commits. */
export function CostPreview({ price, available, to }: CostPreviewProps) {
  const { currency } = price
  const rest = available === undefined ? undefined : available - price.amount
  return (
    <>
      <Facts
        facts={[
          [`Held for ${to}`, formatMoney(price)],
          ['Your balance', available === undefined ? '–' : formatMoney({ amount: available, currency })],
          ['Left after that', rest === undefined ? '–' : formatMoney({ amount: rest, currency })],
        ]}
      />
      {rest !== undefined && rest < 0 ? (
        <p>
          Your balance is too small. <Link to="/money">Top up first</Link>
        </p>
      ) : (
        <p>The money is held and paid when you accept the work. The provider pays the fee.</p>
      )}
    </>
  )
}
