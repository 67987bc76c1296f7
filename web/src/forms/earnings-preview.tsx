import { feeOf, type Money } from 'souk-contract'
import { formatMoney } from '../lib/format-money.ts'
import { api, useRead } from '../api.ts'
import { Facts } from '../ui/facts.tsx'

/** Price, marketplace fee and what the provider earns. */
export function EarningsPreview({ price }: { price: Money }) {
  const { data } = useRead(api.service.getStats, {})
  if (data === undefined) return null
  const fee = feeOf(price, data.feeBps)
  const { currency } = price
  return (
    <Facts
      facts={[
        ['Price', formatMoney(price)],
        [`Fee (${data.feeBps / 100}%)`, formatMoney({ amount: -fee, currency })],
        ['You earn', formatMoney({ amount: price.amount - fee, currency })],
      ]}
    />
  )
}
