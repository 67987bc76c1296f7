import type { Contract, Invitation } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { UserCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, found, notFound } from '../../failure.ts'
import { after } from '../../lib/clock.ts'
import { isId, newId, type Id } from '../../lib/ids.ts'
import { enqueueMail } from '../../mails/enqueue-mail.ts'
import type { OperationInput, Operation } from '../../operation.ts'
import { findUser, findUserByEmail } from '../users/queries.ts'
import { emailKey } from '../users/rules.ts'
import { lockMemberRole } from './access.ts'
import { findInvitation, hasOpenInvitation, insertInvitation, type Invitee } from './invitation-queries.ts'
import { requireInvitationLeft } from './invitation-limits.ts'
import { invitationLifetimeMs } from './lifecycle.ts'
import { findRole } from './member-queries.ts'
import { requireRoleChange } from './rules.ts'
import { viewInvitation } from './view.ts'

type InviteMember = Contract['organizations']['inviteMember']

export const inviteMember: Operation<InviteMember> = async (tx, caller, input) => ({
  invitation: await sendInvitation(tx, caller, input),
})

/** Invites a person; membership starts when the invitation is accepted. */
export async function sendInvitation(
  tx: Tx,
  caller: UserCaller,
  input: OperationInput<InviteMember>,
): Promise<Invitation> {
  const { organization, role: callerRole } = await lockMemberRole(tx, caller, input.id)
  requireRoleChange(callerRole, { from: null, to: input.role })
  const guest = await findGuest(tx, input)
  await requireNewcomer(tx, organization.id, guest.invitee)
  const { display_name: invitedBy } = await requireInvitationLeft(tx, caller.userId)
  const id = newId('inv', tx.now)
  await insertInvitation(tx, {
    id,
    organization_id: organization.id,
    ...guest.columns,
    role: input.role,
    state: 'pending',
    invited_by: caller.userId,
    created_at: tx.now,
    expires_at: after(tx.now, invitationLifetimeMs),
  })
  await enqueueMail(tx, {
    kind: 'organization-invitation',
    to: guest.address,
    facts: { organization: organization.display_name, invitedBy, role: input.role },
  })
  await record(tx, caller, {
    action: 'invitation.sent',
    target: id,
    details: { organization: organization.id, role: input.role },
  })
  const invitation = found(await findInvitation(tx, organization.id, id), 'invitation')
  return viewInvitation(invitation, tx.now)
}

interface Guest {
  /** Recipient of the email. */
  address: string
  columns: { email_key: string } | { user_id: Id<'usr'> }
  invitee: Invitee
}

/** A verified address resolves to its account, and an account to its address. */
async function findGuest(tx: Tx, input: { email?: string; userId?: string }): Promise<Guest> {
  const { email, userId } = input
  if (email !== undefined && userId === undefined) {
    const key = emailKey(email)
    const holder = await findUserByEmail(tx, email)
    const owner = holder !== undefined && holder.email_verified_at !== null ? holder.id : null
    return { address: email, columns: { email_key: key }, invitee: { userId: owner, emailKey: key } }
  }
  if (userId !== undefined && email === undefined) {
    const user = isId('usr', userId) ? await findUser(tx, userId) : undefined
    if (user === undefined) return notFound('user')
    const key = user.email_verified_at === null ? null : user.email_key
    return { address: user.email, columns: { user_id: user.id }, invitee: { userId: user.id, emailKey: key } }
  }
  return fail('bad-request', 'Exactly one of "email" and "userId" is required.', 'Send one of the two.')
}

async function requireNewcomer(tx: Tx, organizationId: Id<'org'>, invitee: Invitee): Promise<void> {
  const { userId } = invitee
  if (userId !== null && (await findRole(tx, { organizationId, userId })) !== null) {
    fail('conflict', 'This person is already a member.', 'Change the role of the member instead.')
  }
  if (await hasOpenInvitation(tx, organizationId, invitee)) {
    fail('conflict', 'This person already has an open invitation.', 'Withdraw it to send a new one.')
  }
}
