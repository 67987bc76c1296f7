import { sql } from 'kysely'
import type { IdempotencyClaim, Reader, Tx } from '../../db/transact.ts'
import { sha256 } from '../../lib/secrets.ts'

export async function findReplyOf(reader: Reader, { caller, key }: IdempotencyClaim) {
  return reader
    .selectFrom('idempotency_keys')
    .select(['route', 'request_hash', 'reply'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function insertReply(tx: Tx, claim: IdempotencyClaim, reply: Buffer): Promise<void> {
  await tx
    .insertInto('idempotency_keys')
    .values({
      caller: claim.caller,
      key: claim.key,
      route: claim.route,
      request_hash: claim.requestHash,
      reply,
      created_at: tx.now,
    })
    .execute()
}

/** Advisory lock until the end of the transaction. Returns false while another call with the same key runs. */
export async function lockKey(tx: Tx, { caller, key }: IdempotencyClaim): Promise<boolean> {
  const advisoryKey = sha256(`${caller}\n${key}`).readBigInt64BE(0)
  const { rows } = await sql<{ claimed: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryKey}) as claimed`.execute(tx)
  return rows[0]?.claimed === true
}
