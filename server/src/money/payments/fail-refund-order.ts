import { record } from '../../audit/record.ts'
import { systemCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { post } from '../ledger/post.ts'
import { lockBalances } from '../ledger/queries.ts'
import { refundFailed } from '../ledger/recipes.ts'
import { updateRefundOrder, type RefundOrderRow } from './refund-order-queries.ts'
import { walletOfAgent } from './wallet.ts'

/** Returns the money to the wallet. Requires locks on the payment and the order. */
export async function failRefundOrder(tx: Tx, order: RefundOrderRow, failure: string): Promise<void> {
  const { id, payment_id: paymentId, agent_id: agentId, amount } = order
  const wallet = walletOfAgent(tx, agentId)
  const { owed } = await lockBalances(tx, wallet)
  const { processor } = tx.settings
  await post(tx, refundFailed({ ...wallet, amount, owed, paymentId, refundId: id, processor }), {
    actor: 'system',
  })
  await updateRefundOrder(tx, order, { state: 'failed', failure, due_at: null })
  await record(tx, systemCaller, {
    action: 'refund.failed',
    target: paymentId,
    details: { refund: id, failure },
  })
}
