import type { Contract, Member } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { UserCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { changeInvitation, findInvitationTo, type InvitationRow } from './invitation-queries.ts'
import { outcomeOf } from './lifecycle.ts'
import { findMember, insertMember } from './member-queries.ts'
import { lockOrganization } from './queries.ts'
import { viewInvitation, viewMember } from './view.ts'

export const respondToInvitation: Operation<Contract['users']['respondToInvitation']> = async (
  tx,
  caller,
  { invitationId, accept },
) => {
  const invitation = await lockInvitation(tx, caller, invitationId)
  const state = outcomeOf(invitation, accept ? 'accept' : 'decline', tx.now)
  await changeInvitation(tx, invitation.id, { state, answered_at: tx.now })
  await record(tx, caller, {
    action: `invitation.${state}`,
    target: invitation.id,
    details: { organization: invitation.organization_id },
  })
  const member = accept ? await join(tx, caller, invitation) : null
  return { invitation: viewInvitation({ ...invitation, state }, tx.now), member }
}

/** Read again under the lock of the organization, because it may have been answered or withdrawn while we waited. */
async function lockInvitation(tx: Tx, caller: UserCaller, id: string): Promise<InvitationRow> {
  const seen = found(await findInvitationTo(tx, caller.userId, id), 'invitation')
  await lockOrganization(tx, seen.organization_id)
  return found(await findInvitationTo(tx, caller.userId, id), 'invitation')
}

/** Who has become a member in another way keeps that role. */
async function join(tx: Tx, caller: UserCaller, invitation: InvitationRow): Promise<Member> {
  const membership = { organizationId: invitation.organization_id, userId: caller.userId }
  if (await insertMember(tx, membership, invitation.role)) {
    await record(tx, caller, {
      action: 'member.added',
      target: membership.organizationId,
      details: { user: caller.userId, role: invitation.role },
    })
  }
  return viewMember(found(await findMember(tx, membership), 'member'))
}
