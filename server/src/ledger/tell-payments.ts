import type { Tx } from '../db/transact.ts'
import type { Id } from '../lib/ids.ts'

/** Tells an agent that its balance, a payment or a payout has changed; what it is now, it reads. */
export function tellPayments(tx: Tx, agentId: Id<'agt'>): void {
  tx.tell({ kind: 'payments.changed', agentId, data: { agentId } })
}
