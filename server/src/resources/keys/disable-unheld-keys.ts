import { record } from '../../audit/record.ts'
import type { UserCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { disableOrphanedKeys } from './held-queries.ts'

/**
 * Disables the keys of these agents whose holders no longer have the rights that the keys carry. Called by everything
 * that takes such rights away, in the same transaction and after the change.
 */
export async function disableUnheldKeys(
  tx: Tx,
  caller: UserCaller,
  agentIds: readonly Id<'agt'>[],
): Promise<void> {
  for (const { id, agent_id: agentId, held_by: userId } of await disableOrphanedKeys(tx, agentIds)) {
    tx.emit({ kind: 'key.disabled', agentId, subject: id, data: { keyId: id, userId } })
    await record(tx, caller, {
      action: 'key.disabled',
      target: id,
      details: { agent: agentId, holder: userId },
    })
  }
}
