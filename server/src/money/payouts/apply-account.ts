import type { Tx } from '../../db/transact.ts'
import { emitPaymentsChanged } from '../ledger/payment-events.ts'
import type { PayoutAccountSnapshot } from '../processor/snapshots.ts'

/** Applies the processor's current state of a payout account, and notifies its agent of changes. */
export async function applyPayoutAccount(tx: Tx, snapshot: PayoutAccountSnapshot): Promise<void> {
  const { ref, status, missing } = snapshot
  const before = await tx
    .selectFrom('payout_accounts')
    .select(['agent_id', 'state', 'missing'])
    .where('ref', '=', ref)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) return
  await tx
    .updateTable('payout_accounts')
    .set({
      state: status,
      missing: [...missing],
      ...(status === 'active' ? { problem: null } : {}),
      checked_at: tx.now,
      updated_at: tx.now,
    })
    .where('ref', '=', ref)
    .execute()
  const changed = before.state !== status || before.missing.join() !== missing.join()
  if (changed) emitPaymentsChanged(tx, before.agent_id)
}
