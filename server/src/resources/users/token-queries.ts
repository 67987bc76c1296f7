import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { TokenPurpose } from '../../db/tables/session-tables.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'

export type TokenRow = Selectable<Schema['one_time_tokens']>

const mailPurposes = ['verify-email', 'reset-password'] as const

export async function insertToken(tx: Tx, token: Insertable<Schema['one_time_tokens']>): Promise<void> {
  await tx.insertInto('one_time_tokens').values(token).execute()
}

/** Invalidates unused mail links of this person and purpose. */
export async function endTokens(tx: Tx, userId: Id<'usr'>, purpose: TokenPurpose): Promise<void> {
  await tx
    .updateTable('one_time_tokens')
    .set({ used_at: tx.now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** Invalidates unused mail links of this person. Returns the count. */
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

/** Invalidates link codes of agents this person owns. Returns the count. */
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

/** A valid token. */
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

/** Redeems a token. Of two concurrent calls, one succeeds. */
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
