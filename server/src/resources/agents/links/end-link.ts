import { denyRequestsOf } from '../../../approvals/enforcement/queries.ts'
import { authorityTopic } from '../../../authority/topics.ts'
import type { Tx } from '../../../db/transact.ts'
import type { Id } from '../../../lib/ids.ts'
import { clearActiveAgent } from '../../users/queries.ts'
import { findAgentAccess } from '../access-queries.ts'
import { deleteLink } from './queries.ts'

interface EndedLink {
  readonly agentId: Id<'agt'>
  readonly userId: Id<'usr'>
  readonly by: Id<'usr'>
}

/**
 * Ends a link and the credentials that depend on it. Returns false if there is none. The person may still have access
 * through an organization.
 */
export async function endLink(tx: Tx, { agentId, userId, by }: EndedLink): Promise<boolean> {
  if (!(await deleteLink(tx, agentId, userId))) return false
  await endLinkedAccess(tx, { agentId, userId, by })
  return true
}

/** After a link was deleted. */
export async function endLinkedAccess(tx: Tx, { agentId, userId, by }: EndedLink): Promise<void> {
  tx.publish(authorityTopic.user(userId))
  if ((await findAgentAccess(tx, userId, agentId)) === undefined) {
    await clearActiveAgent(tx, agentId, userId)
    await denyRequestsOf(tx, { agentId, userId, by })
  }
}
