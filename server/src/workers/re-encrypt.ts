import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import type { Reader, Tx } from '../db/transact.ts'
import { finishChange, keysInUse } from '../secret-key.ts'

const batchSize = 500

interface EncryptedColumn {
  readonly table: keyof Schema
  readonly key: readonly string[]
  readonly column: string
}

/** Columns encrypted for longer than a day. Stored idempotent responses expire before. */
const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'signing_keys', key: ['kid'], column: 'private_key' },
  { table: 'webhooks', key: ['id'], column: 'secret' },
  { table: 'webhooks', key: ['id'], column: 'previous_secret' },
  { table: 'approvals', key: ['id'], column: 'sealed_input' },
  { table: 'push_configs', key: ['task_id', 'agent_id', 'config_id'], column: 'secrets' },
]

interface EncryptedRow {
  readonly key: readonly string[]
  readonly sealed: Buffer
}

/**
 * Re-encrypts rows of the previous key with the current one. Nodes that still use the previous key can write more, so
 * this repeats while both are known.
 */
export async function reencrypt({ store, vault, log }: Context): Promise<number> {
  if (vault.otherFingerprint === undefined) return 0
  const next = (await store.read(keysInUse))?.next ?? null
  if (next !== null && next !== vault.fingerprint) return 0
  let sealed = 0
  for (const place of encryptedColumns) {
    let last: readonly string[] | undefined
    do {
      const rows = await store.read((reader) => readBatch(reader, place, last))
      const stale = rows.filter((row) => vault.isStale(row.sealed))
      for (const row of stale) await store.write((tx) => replaceUnchanged(tx, place, row))
      sealed += stale.length
      last = rows.length === batchSize ? rows.at(-1)?.key : undefined
    } while (last !== undefined)
  }
  if (sealed > 0) log.info({ sealed }, 're-encrypted with the new secret key')
  else if (next !== null) await store.write(finishChange)
  return sealed
}

async function readBatch(
  reader: Reader,
  { table, key, column }: EncryptedColumn,
  last: readonly string[] | undefined,
): Promise<EncryptedRow[]> {
  const keys = sql.join(key.map((name) => sql.ref(name)))
  const isLater = last === undefined ? sql`true` : sql`(${keys}) > (${sql.join(last)})`
  const { rows } = await sql<EncryptedRow>`
    select array[${keys}] as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${isLater} order by ${keys} limit ${batchSize}`.execute(reader)
  return rows
}

/** Does nothing if the row has changed in the meantime. */
async function replaceUnchanged(
  tx: Tx,
  { table, key, column }: EncryptedColumn,
  row: EncryptedRow,
): Promise<void> {
  const resealed = tx.vault.seal(tx.vault.open(row.sealed))
  const same = sql.join(
    key.map((name, place) => sql`${sql.ref(name)} = ${row.key[place]}`),
    sql` and `,
  )
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${resealed}
    where ${same} and ${sql.ref(column)} = ${row.sealed}`.execute(tx)
}
