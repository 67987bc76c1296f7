import type { Insertable, Selectable } from 'kysely'
import type { Schema, TokenPurpose } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { after, day, minute } from '../../lib/clock.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { linkToken } from '../../lib/one-time-tokens.ts'
import { sha256 } from '../../lib/secrets.ts'
import type { UserRow } from './queries.ts'

export type TokenRow = Selectable<Schema['one_time_tokens']>

const lifetimesMs = { 'verify-email': day, 'reset-password': 30 * minute } as const
const mailPurposes = ['verify-email', 'reset-password'] as const

/** Makes the token behind a link in a mail to this person, and ends those made before. */
export async function makeMailToken(
  tx: Tx,
  user: UserRow,
  purpose: keyof typeof lifetimesMs,
): Promise<Id<'ott'>> {
  await tx
    .updateTable('one_time_tokens')
    .set({ used_at: tx.now })
    .where('user_id', '=', user.id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
  const id = newId('ott', tx.now)
  await insertToken(tx, {
    id,
    purpose,
    hash: sha256(linkToken(tx.vault, id)),
    user_id: user.id,
    email: user.email,
    created_at: tx.now,
    expires_at: after(tx.now, lifetimesMs[purpose]),
  })
  return id
}

export async function insertToken(tx: Tx, token: Insertable<Schema['one_time_tokens']>): Promise<void> {
  await tx.insertInto('one_time_tokens').values(token).execute()
}

/** Ends the links of all mails to this person that were not used yet; says how many. */
export async function endMailTokens(tx: Tx, userId: Id<'usr'>): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('one_time_tokens')
    .set({ used_at: tx.now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', mailPurposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Ends the link codes of every agent that this person owns; says how many. */
export async function endLinkCodesOfOwner(tx: Tx, userId: Id<'usr'>): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('one_time_tokens')
    .set({ used_at: tx.now })
    .where('agent_id', 'in', tx.selectFrom('agents').select('id').where('owner_id', '=', userId))
    .where('purpose', '=', 'link-agent')
    .where('used_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** A token that can be used now. */
export async function findToken(
  reader: Reader,
  purpose: TokenPurpose,
  hash: Buffer,
): Promise<TokenRow | undefined> {
  return reader
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', reader.now)
    .executeTakeFirst()
}

/** Uses a token up: of two who try at once, one gets it. */
export async function useToken(tx: Tx, purpose: TokenPurpose, hash: Buffer): Promise<TokenRow | undefined> {
  return tx
    .updateTable('one_time_tokens')
    .set({ used_at: tx.now })
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .returningAll()
    .executeTakeFirst()
}

export async function endLinkCodes(tx: Tx, agentId: Id<'agt'>): Promise<void> {
  await tx
    .updateTable('one_time_tokens')
    .set({ used_at: tx.now })
    .where('agent_id', '=', agentId)
    .where('purpose', '=', 'link-agent')
    .where('used_at', 'is', null)
    .execute()
}

export async function mailTokensSince(
  tx: Tx,
  userId: Id<'usr'>,
  purpose: TokenPurpose,
  since: Date,
): Promise<number> {
  const { count } = await tx
    .selectFrom('one_time_tokens')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}
