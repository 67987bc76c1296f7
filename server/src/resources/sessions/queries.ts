import type { Selectable } from 'kysely'
import { authorityTopic } from '../../authority/topics.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { sameBytes } from '../../lib/secrets.ts'
import type { ParsedToken } from '../../lib/tokens.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import { sessionsMax } from './rules.ts'

export type SessionRow = Selectable<Schema['sessions']>

/** The open session of a token. */
export async function findActiveSession(reader: Reader, token: ParsedToken): Promise<SessionRow | undefined> {
  const session = await findSession(reader, `ses_${token.suffix}`)
  return session !== undefined && sameBytes(session.secret_hash, token.secretHash) ? session : undefined
}

/** An open session. */
export async function findSession(reader: Reader, id: Id<'ses'>): Promise<SessionRow | undefined> {
  return reader
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('idle_expires_at', '>', reader.now)
    .where('expires_at', '>', reader.now)
    .executeTakeFirst()
}

export async function openSessionsOf(
  reader: Reader,
  userId: Id<'usr'>,
  page: PageRequest,
): Promise<SessionRow[]> {
  return reader
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('idle_expires_at', '>', reader.now)
    .where('expires_at', '>', reader.now)
    .where('id', '<', idBefore('ses', page))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Stores that the password was entered again. */
export async function updateAuthenticatedAt(tx: Tx, id: Id<'ses'>): Promise<void> {
  await tx.updateTable('sessions').set({ authenticated_at: tx.now }).where('id', '=', id).execute()
}

/** Gives an open session the secret of its first token. */
export async function replaceSecret(tx: Tx, id: Id<'ses'>, secretHash: Buffer): Promise<void> {
  await tx.updateTable('sessions').set({ secret_hash: secretHash }).where('id', '=', id).execute()
}

/** IP addresses of sessions since then. */
export async function addressesOf(reader: Reader, userId: Id<'usr'>, since: Date): Promise<string[]> {
  const rows = await reader
    .selectFrom('sessions')
    .select('ip')
    .distinct()
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .limit(100)
    .execute()
  return rows.flatMap(({ ip }) => (ip === null ? [] : [ip]))
}

export async function insertSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(session).execute()
}

/** Ends sessions above the limit, least recently used first. */
export async function endSurplusSessions(tx: Tx, userId: Id<'usr'>): Promise<void> {
  tx.publish(authorityTopic.user(userId))
  await tx
    .updateTable('sessions')
    .set({ ended_at: tx.now })
    .where(
      'id',
      'in',
      tx
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .offset(sessionsMax),
    )
    .execute()
}

/** Ends one open session of this person. Returns false if there is none. */
export async function endSessionOf(tx: Tx, userId: Id<'usr'>, id: Id<'ses'>): Promise<boolean> {
  tx.publish(authorityTopic.user(userId))
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: tx.now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends the open sessions of this person except one. Returns the count. */
export async function endSessionsOf(tx: Tx, userId: Id<'usr'>, except: Id<'ses'> | null): Promise<number> {
  tx.publish(authorityTopic.user(userId))
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ ended_at: tx.now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id', 'is distinct from', except)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** When the password was entered last in this session. */
export async function authenticatedAtOf(reader: Reader, sessionId: Id<'ses'>): Promise<Date | undefined> {
  const row = await reader
    .selectFrom('sessions')
    .select(['authenticated_at', 'created_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.authenticated_at ?? row?.created_at
}
