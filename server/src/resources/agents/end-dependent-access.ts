import type { UserCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { disableUnheldKeys } from '../keys/disable-unheld-keys.ts'
import { lockAgents } from './archive/queries.ts'
import { endUngrantedLinks } from './links/end-ungranted-links.ts'

/**
 * Disables keys of these agents whose holders have lost the rights the keys carry, and ends links whose granters have.
 * Every change that revokes rights calls it afterwards, in the same transaction. Keys and links are created under the same
 * locks, so none is created between the change and this check.
 */
export async function endDependentAccess(
  tx: Tx,
  caller: UserCaller,
  agentIds: readonly Id<'agt'>[],
): Promise<void> {
  if (agentIds.length === 0) return
  await lockAgents(tx, agentIds)
  await disableUnheldKeys(tx, caller, agentIds)
  await endUngrantedLinks(tx, caller, { agentIds, by: caller.userId })
}
