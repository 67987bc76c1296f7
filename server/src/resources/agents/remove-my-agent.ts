import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { deactivateKeysOf } from '../keys/queries.ts'
import { forgetActiveAgent } from '../users/queries.ts'
import { hasOpenWork } from '../tasks/queries.ts'
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
    await requireNoOpenWork(tx, id)
    await archiveAgent(tx, id)
    await deactivateKeysOf(tx, id)
    tx.announce(`profile:${id}`)
    tx.announce(`key:${id}`)
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

/** Somebody waits for this agent, or its money lies in a task. */
async function requireNoOpenWork(tx: Tx, id: Id<'agt'>): Promise<void> {
  if (!(await hasOpenWork(tx, id))) return
  fail(
    'conflict',
    'This agent still has tasks or listings that have not ended.',
    'Finish or cancel them, then archive it.',
  )
}
