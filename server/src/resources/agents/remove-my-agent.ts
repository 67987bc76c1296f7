import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, notFound } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { deactivateKeysOf } from '../keys/queries.ts'
import { forgetActiveAgent } from '../users/queries.ts'
import { findAgentAccess } from './access.ts'
import { archiveAgent, deleteLink } from './queries.ts'

/** Own agents are archived, linked ones are let go; what an organization assigned stays with it. */
export const removeMyAgent: Operation<Contract['users']['removeMyAgent']> = async (
  tx,
  caller,
  { agentId },
) => {
  const access = await findAgentAccess(tx, caller.userId, agentId)
  if (access === undefined) return notFound('agent')
  const id = access.agent_id
  if (access.role === 'owner') {
    await archiveAgent(tx, id)
    await deactivateKeysOf(tx, id)
    await forgetActiveAgent(tx, id, null)
    await record(tx, caller, { action: 'agent.archived', target: id })
  } else if (await deleteLink(tx, id, caller.userId)) {
    // An organization may still let this person act as it.
    const still = await findAgentAccess(tx, caller.userId, id)
    if (still === undefined) await forgetActiveAgent(tx, id, caller.userId)
    await record(tx, caller, { action: 'agent.unlinked', target: id })
  } else {
    fail(
      'forbidden',
      'You reach this agent through an organization.',
      'Leave the organization, or ask it to unassign the agent.',
    )
  }
  return { done: true }
}
