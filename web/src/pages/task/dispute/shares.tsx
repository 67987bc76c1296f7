import { feeOf, type Money } from 'souk-contract'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { say } from '../../../messages/en/disputes.ts'
import { Facts } from '../../../ui/data/facts.tsx'

interface SharesProps {
  readonly total: Money
  /** Fee of the task, fixed at its award. */
  readonly feeBps: number
  /** Part of the total that the client receives, in minor units. */
  readonly toClient: number
  readonly names: { readonly client: string; readonly provider: string }
}

/** Parts of a divided amount: the payments to both sides, and the fee. */
export function Shares({ total, feeBps, toClient, names }: SharesProps) {
  const { currency } = total
  const earned = total.amount - toClient
  const fee = feeOf({ amount: earned, currency }, feeBps)
  return (
    <Facts
      facts={[
        [say('returnedTo', { client: names.client }), formatMoney({ amount: toClient, currency })],
        [say('paidTo', { provider: names.provider }), formatMoney({ amount: earned - fee, currency })],
        [say('feePaidByTheProvider'), formatMoney({ amount: fee, currency })],
      ]}
    />
  )
}
