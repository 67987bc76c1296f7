import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { endDependentAccess } from '../agents/end-dependent-access.ts'
import { lockMemberRole } from './access.ts'
import { agentIdsOf, deleteAssignmentsOf, clearInactiveSelections } from './assignment-queries.ts'
import { withdrawInvitationsBy, withdrawInvitationsTo } from './invitation-queries.ts'
import { deleteMember, findMember, ownerCountOf } from './member-queries.ts'
import { requireOwnerRemains, requireRight, requireRoleChange, roles } from './rules.ts'

/** Members can leave; others are removed by members who may change their role. Their agents are unassigned. */
export const removeMember: Operation<Contract['organizations']['removeMember']> = async (
  tx,
  caller,
  { id, userId },
) => {
  const { organization, role } = await lockMemberRole(tx, caller, id)
  const isLeaving = userId === caller.userId
  if (!isLeaving) requireRight(role, 'manage')
  if (!isId('usr', userId)) return notFound('member')
  const membership = { organizationId: organization.id, userId }
  const member = await findMember(tx, membership)
  if (member === undefined) return notFound('member')
  const change = { from: member.role, to: null }
  if (!isLeaving) requireRoleChange(role, change)
  requireOwnerRemains(change, await ownerCountOf(tx, organization.id))
  const agentIds = await agentIdsOf(tx, organization.id)
  await deleteMember(tx, membership)
  await withdrawInvitationsTo(tx, membership)
  await withdrawInvitationsBy(tx, membership, roles)
  const agents = await deleteAssignmentsOf(tx, organization.id, userId)
  await clearInactiveSelections(tx, organization.id, userId)
  await endDependentAccess(tx, caller, agentIds)
  await record(tx, caller, {
    action: 'member.removed',
    target: organization.id,
    details: { user: userId, role: member.role, agents },
  })
  return { done: true }
}
