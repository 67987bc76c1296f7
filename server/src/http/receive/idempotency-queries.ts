import { sql } from 'kysely'
import type { IdempotencyClaim, Reader, Tx } from '../../db/transact.ts'
import { sha256 } from '../../lib/secrets.ts'

export async function findReplyOf(reader: Reader, { caller, key }: Pick<IdempotencyClaim, 'caller' | 'key'>) {
  return reader
    .selectFrom('idempotency_keys')
    .select(['route', 'request_hash', 'reply'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Returns false if the key is already in use. */
export async function insertReply(tx: Tx, claim: IdempotencyClaim, reply: Buffer): Promise<boolean> {
  const stored = await tx
    .insertInto('idempotency_keys')
    .values(rowOf(tx, claim, reply))
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return stored !== undefined
}

function rowOf(tx: Tx, { caller, key, route, requestHash }: IdempotencyClaim, reply: Buffer) {
  return { caller, key, route, request_hash: requestHash, reply, created_at: tx.now }
}

/** Advisory lock until the end of the transaction. Returns false while another call with the same key runs. */
export async function lockKey(tx: Tx, claim: IdempotencyClaim): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryKey(claim)}) as claimed`.execute(tx)
  return rows[0]?.claimed === true
}

/** The same lock, after another call with the same key has ended. */
export async function waitForKey(tx: Tx, claim: IdempotencyClaim): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryKey(claim)})`.execute(tx)
}

function advisoryKey({ caller, key }: IdempotencyClaim): bigint {
  return sha256(`${caller}\n${key}`).readBigInt64BE(0)
}
