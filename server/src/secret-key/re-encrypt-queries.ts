import { sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Reader, Tx } from '../db/transact.ts'

export interface EncryptedColumn {
  readonly table: keyof Schema
  readonly key: readonly string[]
  readonly column: string
}

interface EncryptedRow {
  readonly key: readonly string[]
  readonly sealed: Buffer
}

/** Rows with a secret in the column after the last one read, in the order of their keys. */
export async function readEncrypted(
  reader: Reader,
  { table, key, column }: EncryptedColumn,
  { last, limit }: { last: readonly string[] | undefined; limit: number },
): Promise<EncryptedRow[]> {
  const keys = sql.join(key.map((name) => sql.ref(name)))
  const isLater = last === undefined ? sql`true` : sql`(${keys}) > (${sql.join(last)})`
  const { rows } = await sql<EncryptedRow>`
    select array[${keys}] as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${isLater} order by ${keys} limit ${limit}`.execute(reader)
  return rows
}

/** Encrypts the secret again. Does nothing if the row has changed in the meantime. */
export async function replaceUnchanged(
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
