import type { Contract } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import type { UserCaller } from '../../../caller.ts'
import type { Tx } from '../../../db/transact.ts'
import { fail, notFound } from '../../../failure.ts'
import type { Id } from '../../../lib/ids.ts'
import type { Operation } from '../../../operation.ts'
import { deactivateKeysOf } from '../../keys/queries.ts'
import { clearActiveAgent } from '../../users/queries.ts'
import { findAgentAccess } from '../access-queries.ts'
import { archiveFactsOf, isInSuspendedOrganization, lockAgents, lockOwnAccounts } from './queries.ts'
import { blockersOf } from './rules.ts'
import { endLink } from '../links/end-link.ts'
import { moveAllFunds, lockTarget, requireNothing } from './move-funds.ts'
import { archiveAgent } from '../queries.ts'

/** Archives an owned agent and unlinks a linked one. Agents assigned by an organization stay assigned. */
export const removeMyAgent: Operation<Contract['users']['removeMyAgent']> = async (
  tx,
  caller,
  { agentId, moveFundsTo },
) => {
  const access = await findAgentAccess(tx, caller.userId, agentId)
  if (access === undefined) return notFound('agent')
  const id = access.agent_id
  if (access.role === 'owner') {
    await archive(tx, caller, id, moveFundsTo)
  } else if (moveFundsTo !== undefined) {
    fail('forbidden', 'Only the owner can move the funds of an agent.', 'Remove "moveFundsTo".')
  } else if (await endLink(tx, { agentId: id, userId: caller.userId, by: caller.userId })) {
    await record(tx, caller, { action: 'agent.unlinked', target: id })
  } else {
    fail(
      'forbidden',
      'Only an owned or linked agent can be removed; you have access through an organization.',
      'Leave the organization, or ask it to unassign the agent.',
    )
  }
  return { done: true }
}

/** Holds a lock on the agent, so that no new work starts while it is archived. */
async function archive(tx: Tx, caller: UserCaller, id: Id<'agt'>, moveFundsTo: string | undefined) {
  const [agent] = await lockAgents(tx, [id])
  if (agent?.archived_at !== null) return notFound('agent')
  // An agent that is restored would be out of the organization, and so no longer suspended.
  if (await isInSuspendedOrganization(tx, id)) {
    fail(
      'forbidden',
      'The operators have suspended the organization of this agent: it is read-only.',
      'An owner of the organization can appeal the decision.',
    )
  }
  if (moveFundsTo === undefined) {
    await lockOwnAccounts(tx, id)
    requireNothing(blockersOf(await archiveFactsOf(tx, id)))
  } else {
    const target = await lockTarget(tx, caller, id, moveFundsTo)
    await moveAllFunds(tx, caller, id, target)
  }
  await archiveAgent(tx, id)
  await deactivateKeysOf(tx, id)
  tx.publish(`profile:${id}`)
  await clearActiveAgent(tx, id, null)
  return record(tx, caller, { action: 'agent.archived', target: id })
}
