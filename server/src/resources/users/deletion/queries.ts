import { sql } from 'kysely'
import type { Tx, Reader } from '../../../db/transact.ts'
import type { Id } from '../../../lib/ids.ts'
import type { PageRequest } from '../../../operation.ts'
import { releaseFiles } from '../../files/use-queries.ts'

export async function setDeletionDue(tx: Tx, userId: Id<'usr'>, at: Date | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({ deletion_due_at: at, updated_at: tx.now })
    .where('id', '=', userId)
    .execute()
}

/** Agents of a person, archived or not. */
export async function ownedAgentsOf(
  reader: Reader,
  userId: Id<'usr'>,
): Promise<{ id: Id<'agt'>; handle: string; display_name: string; archived_at: Date | null }[]> {
  return reader
    .selectFrom('agents')
    .select(['id', 'handle', 'display_name', 'archived_at'])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** Organizations that would be left without an owner. */
export async function solelyOwnedOrganizations(
  reader: Reader,
  userId: Id<'usr'>,
): Promise<{ id: Id<'org'>; handle: string; display_name: string }[]> {
  return reader
    .selectFrom('members as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.handle', 'o.display_name'])
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'owner')
    .where('o.deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from members other where other.organization_id = o.id and other.role = 'owner'
        and other.user_id <> m.user_id)`,
    )
    .orderBy('o.id')
    .execute()
}

interface PendingDeletionRow {
  readonly id: Id<'usr'>
  readonly display_name: string
  readonly email: string
  readonly deletion_due_at: Date
}

/** People in their grace period, the next deletion first. */
export async function deletionsAfter(
  reader: Reader,
  { after, limit }: PageRequest,
): Promise<PendingDeletionRow[]> {
  const [dueAt = '-infinity', id = ''] = after ?? []
  const { rows } = await sql<PendingDeletionRow>`
    select id, display_name, email, deletion_due_at from users
    where deletion_due_at is not null and (deletion_due_at, id) > (${dueAt}::timestamptz, ${id})
    order by deletion_due_at, id limit ${limit + 1}`.execute(reader)
  return rows
}

/** People whose grace period is over. */
export async function dueDeletions(reader: Reader, limit: number): Promise<Id<'usr'>[]> {
  const rows = await reader
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '<=', reader.now)
    .orderBy('deletion_due_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes what identifies a person; the id stays, to which ledger and audit log refer. */
export async function pseudonymizeUser(tx: Tx, userId: Id<'usr'>, passwordHash: string): Promise<void> {
  const email = `${userId}@deleted.invalid`
  await sql`update users set email = ${email}, email_key = ${email}, email_verified_at = null,
      display_name = 'Deleted person', password_hash = ${passwordHash}, active_agent_id = null,
      deletion_due_at = null, deleted_at = ${tx.now}, updated_at = ${tx.now}
    where id = ${userId}`.execute(tx)
  await sql`update sessions set ip = null, user_agent = null where user_id = ${userId}`.execute(tx)
  await sql`update one_time_tokens set email = null where user_id = ${userId}`.execute(tx)
  await sql`delete from agent_links where user_id = ${userId}`.execute(tx)
  await sql`delete from past_access where user_id = ${userId}`.execute(tx)
  await sql`delete from members where user_id = ${userId}`.execute(tx)
}

/**
 * Replaces the address of invitations by the account. An unverified address may belong to another person; the audit log
 * names who answered with an earlier one.
 */
export async function pseudonymizeInvitations(tx: Tx, userId: Id<'usr'>): Promise<void> {
  await sql`update invitations set email_key = null, user_id = ${userId},
      state = case state when 'pending' then 'withdrawn' else state end
    where user_id = ${userId}
      or email_key = (select email_key from users where id = ${userId} and email_verified_at is not null)
      or id in (select target from audit_entries where user_id = ${userId}
        and action in ('invitation.accepted', 'invitation.declined'))`.execute(tx)
}

/** The handle stays reserved, so that no other agent can take its place. Lets the files of the profiles expire. */
export async function pseudonymizeAgents(tx: Tx, userId: Id<'usr'>): Promise<void> {
  const { rows: files } = await sql<{ id: Id<'file'> }>`
    with deleted as (
      delete from portfolio_items where agent_id in (select id from agents where owner_id = ${userId}) returning file_id
    ),
    used as (
      select file_id as id from deleted
      union select avatar_file_id from agents where owner_id = ${userId}
      union select banner_file_id from agents where owner_id = ${userId}
    )
    select id from used where id is not null`.execute(tx)
  await sql`update agents set display_name = 'Deleted agent', description = '', skills = '[]', tags = '{}',
      provider = null, icon_url = null, documentation_url = null, avatar_file_id = null, banner_file_id = null,
      visibility = 'private', chosen_visibility = case when standing = 'suspended' then 'private' end,
      updated_at = ${tx.now}
    where owner_id = ${userId}`.execute(tx)
  await releaseFiles(
    tx,
    files.map(({ id }) => id),
  )
}
