import type { Contract } from 'souk-contract'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { findAgentAccess } from '../agents/access-queries.ts'
import { updateUserRow } from './queries.ts'
import { viewUser } from './view.ts'

export const selectAgent: Operation<Contract['users']['selectAgent']> = async (tx, caller, { agentId }) => {
  const access = agentId === null ? null : await findAgentAccess(tx, caller.userId, agentId)
  if (access === undefined) {
    return fail('forbidden', 'You cannot act as this agent.', 'List your agents, and choose one of them.')
  }
  const user = await updateUserRow(tx, caller.userId, { active_agent_id: access?.agent_id ?? null })
  return { user: viewUser(user) }
}
