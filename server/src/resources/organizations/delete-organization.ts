import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { endDependentAccess } from '../agents/end-dependent-access.ts'
import { isHeldOrganization } from '../legal-holds/queries.ts'
import { lockOrganizationFor } from './access.ts'
import { deleteAssignmentsOf, clearInactiveSelections } from './assignment-queries.ts'
import { withdrawInvitationsOf } from './invitation-queries.ts'
import { updateOrganizationRow } from './queries.ts'

/** Soft delete: members, invitations and the handle remain as history. */
export const deleteOrganization: Operation<Contract['organizations']['deleteOrganization']> = async (
  tx,
  caller,
  { id },
) => {
  const { organization } = await lockOrganizationFor(tx, caller, id, 'own')
  if (await isHeldOrganization(tx, organization.id)) {
    fail(
      'conflict',
      'This organization cannot be deleted: the operators must keep its data.',
      'Contact the marketplace support.',
    )
  }
  await updateOrganizationRow(tx, organization.id, { deleted_at: tx.now })
  await withdrawInvitationsOf(tx, organization.id)
  const agents = await deleteAssignmentsOf(tx, organization.id, null)
  await clearInactiveSelections(tx, organization.id)
  await endDependentAccess(tx, caller, agents)
  await record(tx, caller, { action: 'organization.deleted', target: organization.id, details: { agents } })
  return { done: true }
}
