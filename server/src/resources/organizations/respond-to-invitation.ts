import type { Contract, Member } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notifyGranted } from '../../authority/notify-granted.ts'
import type { UserCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { agentIdsOf } from './assignment-queries.ts'
import { updateInvitation, findInvitationTo, type InvitationRow } from './invitation-queries.ts'
import { outcomeOf } from './lifecycle.ts'
import { findMember, findRole, insertMember } from './member-queries.ts'
import { lockOrganization } from './queries.ts'
import { mayChangeRole } from './rules.ts'
import { viewInvitation, viewMember } from './view.ts'

export const respondToInvitation: Operation<Contract['users']['respondToInvitation']> = async (
  tx,
  caller,
  { invitationId, accept },
) => {
  const invitation = await lockInvitation(tx, caller, invitationId)
  const state = outcomeOf(invitation, accept ? 'accept' : 'decline', tx.now)
  if (accept) await requireSenderMayGrant(tx, invitation)
  await updateInvitation(tx, invitation.id, { state, answered_at: tx.now })
  await record(tx, caller, {
    action: `invitation.${state}`,
    target: invitation.id,
    details: { organization: invitation.organization_id },
  })
  const member = accept ? await join(tx, caller, invitation) : null
  return { invitation: viewInvitation({ ...invitation, state }, tx.now), member }
}

/** Read again under the lock: the invitation may have been answered or withdrawn in the meantime. */
async function lockInvitation(tx: Tx, caller: UserCaller, id: string): Promise<InvitationRow> {
  const seen = found(await findInvitationTo(tx, caller.userId, id), 'invitation')
  await lockOrganization(tx, seen.organization_id)
  return found(await findInvitationTo(tx, caller.userId, id), 'invitation')
}

/** The sender must still be allowed to grant the role when the invitation is accepted. */
async function requireSenderMayGrant(
  tx: Tx,
  { organization_id: organizationId, invited_by: userId, role }: InvitationRow,
): Promise<void> {
  const senderRole = await findRole(tx, { organizationId, userId })
  if (mayChangeRole(senderRole, { from: null, to: role })) return
  fail(
    'gone',
    'The sender of this invitation can no longer grant this role.',
    'Ask an owner for a new invitation.',
  )
}

/** A person who has joined in another way keeps that role. */
async function join(tx: Tx, caller: UserCaller, invitation: InvitationRow): Promise<Member> {
  const membership = { organizationId: invitation.organization_id, userId: caller.userId }
  if (await insertMember(tx, membership, invitation.role)) {
    await record(tx, caller, {
      action: 'member.added',
      target: membership.organizationId,
      details: { user: caller.userId, role: invitation.role },
    })
    for (const agentId of await agentIdsOf(tx, membership.organizationId)) {
      notifyGranted(tx, agentId, { what: 'role', id: caller.userId, grantedBy: invitation.invited_by })
    }
  }
  return viewMember(found(await findMember(tx, membership), 'member'))
}
