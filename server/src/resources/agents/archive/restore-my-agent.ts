import type { Contract } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import { fail, notFound } from '../../../failure.ts'
import type { Operation } from '../../../operation.ts'
import { activateFirstAgent, lockUser } from '../../users/queries.ts'
import { findAgentAccess } from '../access-queries.ts'
import { lockArchived, restoreArchived } from './queries.ts'
import { restorableUntil } from './rules.ts'
import { agentCountOf } from '../queries.ts'
import { agentsMax } from '../rules.ts'
import { viewAgent } from '../view.ts'

/** Restores the agent with its funds. Keys, links and the organization assignment are not restored. */
export const restoreMyAgent: Operation<Contract['users']['restoreMyAgent']> = async (
  tx,
  caller,
  { agentId },
) => {
  await lockUser(tx, caller.userId)
  const archived = await lockArchived(tx, caller.userId, agentId)
  if (archived === undefined) {
    const access = await findAgentAccess(tx, caller.userId, agentId)
    return access === undefined
      ? notFound('agent')
      : fail('conflict', 'This agent is not archived.', 'List your archived agents.')
  }
  if (archived.archived_at !== null && restorableUntil(archived.archived_at) <= tx.now) {
    fail('gone', 'This agent was archived more than 30 days ago.', 'Move its funds to another agent.')
  }
  if ((await agentCountOf(tx, caller.userId)) >= agentsMax) {
    fail(
      'conflict',
      `An account can have at most ${agentsMax} agents.`,
      'Archive an agent you no longer need.',
    )
  }
  const agent = await restoreArchived(tx, archived.id)
  await activateFirstAgent(tx, caller.userId, agent.id)
  tx.publish(`profile:${agent.id}`)
  await record(tx, caller, { action: 'agent.restored', target: agent.id })
  return { agent: viewAgent(agent, { audience: 'insider', origin: tx.settings.origin }) }
}
