import { record } from '../../audit/record.ts'
import type { UserCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { disableOrphanedKeys } from './held-queries.ts'

/** Disables keys of these agents whose holders have lost the rights the keys carry. The agents must be locked. */
export async function disableUnheldKeys(
  tx: Tx,
  caller: UserCaller,
  agentIds: readonly Id<'agt'>[],
): Promise<void> {
  for (const orphaned of await disableOrphanedKeys(tx, agentIds)) {
    const { id, agent_id: agentId, held_by: userId, grant_id: grantId } = orphaned
    if (grantId !== null) {
      const details = { agent: agentId, holder: userId }
      await record(tx, caller, { action: 'app.disconnected', target: grantId, details })
      continue
    }
    tx.emit({ kind: 'key.disabled', agentId, subject: id, data: { keyId: id, userId } })
    await record(tx, caller, {
      action: 'key.disabled',
      target: id,
      details: { agent: agentId, holder: userId },
    })
  }
}
