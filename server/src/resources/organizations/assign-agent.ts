import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { UserCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, found, notFound } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { isInsider } from '../agents/access.ts'
import { findAgent, type AgentRow } from '../agents/queries.ts'
import { viewAgent } from '../agents/view.ts'
import { lockOrganizationFor } from './access.ts'
import { insertAssignment, lockAgent } from './assignment-queries.ts'

export const assignAgent: Operation<Contract['organizations']['assignAgent']> = async (
  tx,
  caller,
  { id, agentId },
) => {
  const { organization } = await lockOrganizationFor(tx, caller, id, 'manage')
  const agent = await lockOwnAgent(tx, caller, agentId)
  const assigned = await insertAssignment(tx, {
    agent_id: agent.id,
    organization_id: organization.id,
    assigned_by: caller.userId,
    created_at: tx.now,
  })
  if (!assigned) {
    fail('conflict', 'This agent is already assigned to an organization.', 'Unassign it first.')
  }
  await record(tx, caller, {
    action: 'agent.assigned',
    target: agent.id,
    details: { organization: organization.id },
  })
  return { agent: viewAgent(agent, { audience: 'insider', origin: tx.settings.origin }) }
}

async function lockOwnAgent(tx: Tx, caller: UserCaller, reference: string): Promise<AgentRow> {
  const agent = found(await findAgent(tx, reference), 'agent')
  if (agent.owner_id === caller.userId) return found(await lockAgent(tx, agent.id), 'agent')
  if (agent.visibility === 'private' && !(await isInsider(tx, caller, agent.id))) return notFound('agent')
  return fail('forbidden', 'Only the owner can assign an agent.', 'Ask its owner to assign it.')
}
