import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notifyGranted } from '../../authority/notify-granted.ts'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { endDependentAccess } from '../agents/end-dependent-access.ts'
import { lockOrganizationFor } from './access.ts'
import { agentIdsOf } from './assignment-queries.ts'
import { withdrawInvitationsBy } from './invitation-queries.ts'
import { changeRole, findMember, ownerCountOf } from './member-queries.ts'
import { mayChangeRole, requireOwnerRemains, requireRoleChange, roles } from './rules.ts'
import { viewMember } from './view.ts'

export const updateMember: Operation<Contract['organizations']['updateMember']> = async (
  tx,
  caller,
  { id, userId, role },
) => {
  const access = await lockOrganizationFor(tx, caller, id, 'manage')
  if (!isId('usr', userId)) return notFound('member')
  const membership = { organizationId: access.organization.id, userId }
  const member = await findMember(tx, membership)
  if (member === undefined) return notFound('member')
  const change = { from: member.role, to: role }
  requireRoleChange(access.role, change)
  requireOwnerRemains(change, await ownerCountOf(tx, membership.organizationId))
  if (change.from === change.to) return { member: viewMember(member) }
  await changeRole(tx, membership, role)
  const lost = roles.filter((granted) => !mayChangeRole(role, { from: null, to: granted }))
  await withdrawInvitationsBy(tx, membership, lost)
  const agentIds = await agentIdsOf(tx, membership.organizationId)
  await endDependentAccess(tx, caller, agentIds)
  for (const agentId of agentIds) {
    notifyGranted(tx, agentId, { what: 'role', id: userId, grantedBy: caller.userId })
  }
  await record(tx, caller, {
    action: 'member.role-changed',
    target: membership.organizationId,
    details: { user: userId, ...change },
  })
  return { member: viewMember({ ...member, role }) }
}
