import type { Tx } from '../../db/transact.ts'
import type { PayoutAccountSnapshot } from '../../ports/processor/snapshots.ts'

/** Brings a payout account to what the processor says it is now. */
export async function applyPayoutAccount(tx: Tx, snapshot: PayoutAccountSnapshot): Promise<void> {
  await tx
    .updateTable('payout_accounts')
    .set({
      state: snapshot.status,
      missing: [...snapshot.missing],
      ...(snapshot.status === 'active' ? { problem: null } : {}),
      checked_at: tx.now,
      updated_at: tx.now,
    })
    .where('ref', '=', snapshot.ref)
    .execute()
}
