import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notFound } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockOrganizationFor } from './access.ts'
import { updateInvitation, findInvitation } from './invitation-queries.ts'
import { outcomeOf } from './lifecycle.ts'

export const withdrawInvitation: Operation<Contract['organizations']['withdrawInvitation']> = async (
  tx,
  caller,
  { id, invitationId },
) => {
  const { organization } = await lockOrganizationFor(tx, caller, id, 'manage')
  const invitation = await findInvitation(tx, organization.id, invitationId)
  if (invitation === undefined) return notFound('invitation')
  await updateInvitation(tx, invitation.id, { state: outcomeOf(invitation, 'withdraw', tx.now) })
  await record(tx, caller, {
    action: 'invitation.withdrawn',
    target: invitation.id,
    details: { organization: organization.id },
  })
  return { done: true }
}
