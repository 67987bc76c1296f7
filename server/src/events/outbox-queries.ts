import type { Insertable, Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'

export async function insertOutboxRows(
  transaction: Kysely<Schema>,
  rows: readonly Insertable<Schema['outbox']>[],
): Promise<void> {
  await transaction
    .insertInto('outbox')
    .values([...rows])
    .execute()
}
