import type { Tx } from '../../db/transact.ts'
import { emitPaymentsChanged } from '../ledger/payment-events.ts'
import type { PayoutAccountSnapshot } from '../processor/snapshots.ts'
import { lockAccountByRef, updateAccountByRef } from './queries.ts'

/** Applies the processor's current state of a payout account, and notifies its agent of changes. */
export async function applyPayoutAccount(tx: Tx, snapshot: PayoutAccountSnapshot): Promise<void> {
  const { ref, status, missing } = snapshot
  const before = await lockAccountByRef(tx, ref)
  if (before === undefined) return
  await updateAccountByRef(tx, ref, {
    state: status,
    missing: [...missing],
    ...(status === 'active' ? { problem: null } : {}),
    checked_at: tx.now,
  })
  const changed = before.state !== status || before.missing.join() !== missing.join()
  if (changed) emitPaymentsChanged(tx, before.agent_id)
}
