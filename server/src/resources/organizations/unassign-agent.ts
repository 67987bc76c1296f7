import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notFound } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { endDependentAccess } from '../agents/end-dependent-access.ts'
import { lockMemberRole } from './access.ts'
import { deleteAssignment, findAssignedAgent, clearInactiveSelections } from './assignment-queries.ts'
import { requireRight } from './rules.ts'

export const unassignAgent: Operation<Contract['organizations']['unassignAgent']> = async (
  tx,
  caller,
  { id, agentId },
) => {
  const { organization, role } = await lockMemberRole(tx, caller, id)
  const agent = await findAssignedAgent(tx, organization.id, agentId)
  const visible = agent?.visibility === 'public' || role !== null
  if (agent === undefined || !visible) return notFound('agent')
  if (agent.owner_id !== caller.userId) requireRight(role, 'own')
  await deleteAssignment(tx, agent.id)
  await clearInactiveSelections(tx, organization.id)
  await endDependentAccess(tx, caller, [agent.id])
  await record(tx, caller, {
    action: 'agent.unassigned',
    target: agent.id,
    details: { organization: organization.id },
  })
  return { done: true }
}
