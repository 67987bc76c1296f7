import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Role } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import type { Membership } from './member-queries.ts'

export type InvitationRow = Selectable<Schema['invitations']> & {
  organization_handle: string
  organization_name: string
  inviter_name: string
}

/** Person as known to invitations: by account, by verified address, or both. */
export interface Invitee {
  userId: Id<'usr'> | null
  emailKey: string | null
}

export async function findInvitation(
  reader: Reader,
  organizationId: Id<'org'>,
  id: string,
): Promise<InvitationRow | undefined> {
  if (!isId('inv', id)) return undefined
  return namedInvitations(reader)
    .where('invitations.organization_id', '=', organizationId)
    .where('invitations.id', '=', id)
    .executeTakeFirst()
}

export async function invitationsOf(
  reader: Reader,
  organizationId: Id<'org'>,
  page: PageRequest,
): Promise<InvitationRow[]> {
  return namedInvitations(reader)
    .where('invitations.organization_id', '=', organizationId)
    .where('invitations.id', '<', idBefore('inv', page))
    .orderBy('invitations.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** An invitation to this person, in any state. */
export async function findInvitationTo(
  reader: Reader,
  userId: Id<'usr'>,
  id: string,
): Promise<InvitationRow | undefined> {
  if (!isId('inv', id)) return undefined
  return invitationsTo(reader, userId).where('invitations.id', '=', id).executeTakeFirst()
}

export async function openInvitationsTo(
  reader: Reader,
  userId: Id<'usr'>,
  page: PageRequest,
): Promise<InvitationRow[]> {
  return invitationsTo(reader, userId)
    .where('invitations.state', '=', 'pending')
    .where('invitations.expires_at', '>', reader.now)
    .where('organizations.deleted_at', 'is', null)
    .where('invitations.id', '<', idBefore('inv', page))
    .orderBy('invitations.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Matches only by account or by verified address: an unverified address proves nothing. */
function invitationsTo(reader: Reader, userId: Id<'usr'>) {
  const verifiedAddress = reader
    .selectFrom('users')
    .select('email_key')
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
  return namedInvitations(reader).where((where) =>
    where.or([
      where('invitations.user_id', '=', userId),
      where('invitations.email_key', '=', verifiedAddress),
    ]),
  )
}

function namedInvitations(reader: Reader) {
  return reader
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .innerJoin('users as inviter', 'inviter.id', 'invitations.invited_by')
    .selectAll('invitations')
    .select([
      'organizations.handle as organization_handle',
      'organizations.display_name as organization_name',
      'inviter.display_name as inviter_name',
    ])
}

export async function hasOpenInvitation(
  reader: Reader,
  organizationId: Id<'org'>,
  invitee: Invitee,
): Promise<boolean> {
  const open = await reader
    .selectFrom('invitations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', reader.now)
    .where((where) =>
      where.or([where('user_id', '=', invitee.userId), where('email_key', '=', invitee.emailKey)]),
    )
    .executeTakeFirst()
  return open !== undefined
}

/** Times of the invitations a person has sent since then, in any state, newest first. */
export async function invitationsSentSince(
  tx: Tx,
  userId: Id<'usr'>,
  { since, limit }: { since: Date; limit: number },
): Promise<Date[]> {
  const rows = await tx
    .selectFrom('invitations')
    .select('created_at')
    .where('invited_by', '=', userId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ created_at }) => created_at)
}

export async function insertInvitation(tx: Tx, invitation: Insertable<Schema['invitations']>): Promise<void> {
  await tx.insertInto('invitations').values(invitation).execute()
}

export async function updateInvitation(
  tx: Tx,
  id: Id<'inv'>,
  changes: Updateable<Schema['invitations']>,
): Promise<void> {
  await tx.updateTable('invitations').set(changes).where('id', '=', id).execute()
}

export async function withdrawInvitationsOf(tx: Tx, organizationId: Id<'org'>): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ state: 'withdrawn' })
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'pending')
    .execute()
}

/** Invitations for these roles sent by this member. */
export async function withdrawInvitationsBy(
  tx: Tx,
  { organizationId, userId }: Membership,
  roles: readonly Role[],
): Promise<void> {
  if (roles.length === 0) return
  await tx
    .updateTable('invitations')
    .set({ state: 'withdrawn' })
    .where('organization_id', '=', organizationId)
    .where('invited_by', '=', userId)
    .where('role', 'in', [...roles])
    .where('state', '=', 'pending')
    .execute()
}

/** Also by an unverified address, so that a removed person cannot rejoin with an old mail. */
export async function withdrawInvitationsTo(tx: Tx, { organizationId, userId }: Membership): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ state: 'withdrawn' })
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'pending')
    .where((where) =>
      where.or([
        where('user_id', '=', userId),
        where(
          'email_key',
          '=',
          where.selectFrom('users').select('users.email_key').where('users.id', '=', userId),
        ),
      ]),
    )
    .execute()
}
