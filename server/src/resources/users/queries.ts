import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { emailKey } from './rules.ts'

export type UserRow = Selectable<Schema['users']>

export async function findUserByEmail(reader: Reader, email: string): Promise<UserRow | undefined> {
  return reader.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
}

export async function findUser(reader: Reader, id: Id<'usr'>): Promise<UserRow | undefined> {
  return reader.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function getUser(reader: Reader, id: Id<'usr'>): Promise<UserRow> {
  return reader.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function lockUser(tx: Tx, id: Id<'usr'>): Promise<UserRow> {
  return tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Undefined if the email address is taken. */
export async function insertUser(tx: Tx, user: Insertable<Schema['users']>): Promise<UserRow | undefined> {
  return tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateUserRow(
  tx: Tx,
  id: Id<'usr'>,
  changes: Updateable<Schema['users']>,
): Promise<UserRow> {
  return tx
    .updateTable('users')
    .set({ ...changes, updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Selects the first agent of a person automatically. */
export async function activateFirstAgent(tx: Tx, id: Id<'usr'>, agentId: Id<'agt'>): Promise<void> {
  await tx
    .updateTable('users')
    .set({ active_agent_id: agentId, updated_at: tx.now })
    .where('id', '=', id)
    .where('active_agent_id', 'is', null)
    .execute()
}

/** Clears the active agent of one person, or of all (null). */
export async function clearActiveAgent(tx: Tx, agentId: Id<'agt'>, userId: Id<'usr'> | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({ active_agent_id: null, updated_at: tx.now })
    .where('active_agent_id', '=', agentId)
    .$if(userId !== null, (query) => query.where('id', '=', userId ?? 'usr_'))
    .execute()
}

/** Email address of the owner of an agent. */
export async function ownerEmailOf(reader: Reader, agentId: Id<'agt'>): Promise<string> {
  const { email } = await reader
    .selectFrom('users')
    .innerJoin('agents', 'agents.owner_id', 'users.id')
    .select('users.email')
    .where('agents.id', '=', agentId)
    .executeTakeFirstOrThrow()
  return email
}

/** Whether an organization has invited the address. */
export async function hasPendingInvitation(reader: Reader, key: string): Promise<boolean> {
  const row = await reader
    .selectFrom('invitations')
    .select('id')
    .where('email_key', '=', key)
    .where('state', '=', 'pending')
    .where('expires_at', '>', reader.now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
