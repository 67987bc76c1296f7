import { feeOf, type Money } from 'souk-contract'
import { formatMoney } from '../lib/format/format-money.ts'
import { Facts } from '../ui/data/facts.tsx'
import { say } from '../messages/en/tasks.ts'

/** Price, marketplace fee and what the provider earns. */
export function EarningsPreview({ price, feeBps }: { price: Money; feeBps: number }) {
  const fee = feeOf(price, feeBps)
  const { currency } = price
  return (
    <Facts
      facts={[
        [say('price'), formatMoney(price)],
        [say('fee', { feeBps: feeBps / 100 }), formatMoney({ amount: -fee, currency })],
        [say('youEarn'), formatMoney({ amount: price.amount - fee, currency })],
      ]}
    />
  )
}
