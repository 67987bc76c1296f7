import { api, useRead } from '../api.ts'
import { showMoney, type Money } from '../lib/money.ts'
import { Facts } from '../ui/bits.tsx'

/** What is left of a price after the fee of the marketplace. */
export function EarningsPreview({ price }: { price: Money }) {
  const { data } = useRead(api.service.getStats, {})
  if (data === undefined) return null
  const fee = feeOf(price.amount, data.feeBps)
  const { currency } = price
  return (
    <Facts
      facts={[
        ['Price', showMoney(price)],
        [`Fee (${data.feeBps / 100} %)`, showMoney({ amount: -fee, currency })],
        ['You earn', showMoney({ amount: price.amount - fee, currency })],
      ]}
    />
  )
}

/** Rounded half up, as the ledger does it. */
export function feeOf(amount: number, feeBps: number): number {
  return Number((BigInt(amount) * BigInt(feeBps) + 5000n) / 10_000n)
}
