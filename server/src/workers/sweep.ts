import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { after, day } from '../lib/clock.ts'

const batchSize = 1000

/** What has served its time, table by table, and when it may go. */
const sweeps = [
  { table: 'idempotency_keys', column: 'created_at', ageMs: day },
  { table: 'rate_limits', column: 'idle_at', ageMs: day },
  { table: 'one_time_tokens', column: 'expires_at', ageMs: 7 * day },
  { table: 'mails', column: 'finished_at', ageMs: 30 * day },
  { table: 'webhook_deliveries', column: 'finished_at', ageMs: 30 * day },
] as const

/** Removes old rows in small batches, so that no sweep holds many locks for long. */
export async function sweep({ store }: Context): Promise<number> {
  let removed = 0
  for (const { table, column, ageMs } of sweeps) {
    removed += await store.write(async (tx) => {
      const result = await sql`
        delete from ${sql.table(table)} where ctid in (
          select ctid from ${sql.table(table)}
          where ${sql.ref(column)} < ${after(tx.now, -ageMs)} limit ${batchSize}
        )`.execute(tx)
      return Number(result.numAffectedRows ?? 0n)
    })
  }
  return removed
}
