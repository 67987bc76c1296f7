import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import { after, day, hour } from '../lib/clock.ts'

const batchSize = 1000

interface Sweep {
  readonly table: keyof Schema
  readonly column: string
  readonly ageMs: number
  /** Restricts which rows are deleted. */
  readonly only?: RawBuilder<unknown>
}

/** Retention by table. */
const sweeps: readonly Sweep[] = [
  { table: 'idempotency_keys', column: 'created_at', ageMs: day },
  { table: 'rate_limits', column: 'idle_at', ageMs: day },
  { table: 'one_time_tokens', column: 'expires_at', ageMs: 7 * day },
  { table: 'authority_changes', column: 'at', ageMs: hour },
  { table: 'mails', column: 'finished_at', ageMs: 30 * day },
  { table: 'webhook_deliveries', column: 'finished_at', ageMs: 30 * day },
  { table: 'thread_files', column: 'created_at', ageMs: day, only: sql`message_id is null` },
]

/** Deletes old rows in small batches, so that no sweep holds many locks for long. */
export async function sweep({ store }: Context): Promise<number> {
  let removed = 0
  for (const { table, column, ageMs, only = sql`true` } of sweeps) {
    removed += await store.write(async (tx) => {
      const result = await sql`
        delete from ${sql.table(table)} where ctid in (
          select ctid from ${sql.table(table)}
          where ${sql.ref(column)} < ${after(tx.now, -ageMs)} and ${only} limit ${batchSize}
        )`.execute(tx)
      return Number(result.numAffectedRows ?? 0n)
    })
  }
  return removed
}
