import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { after, day } from '../lib/clock.ts'

/** How long a client can be away and still resume. */
export const retentionMs = 90 * day
const batchSize = 10_000

/** Deletes old events in order, and records the first retained number. */
export async function pruneEvents({ store }: Context): Promise<number> {
  return store.write(async (tx) => {
    const { rows } = await sql<{ removed: number }>`
      with old as (
        select number from events where at < ${after(tx.now, -retentionMs)} order by number limit ${batchSize}
      ), gone as (
        delete from events where number in (select number from old) returning number
      ), kept as (
        update event_numbers set kept_from = greatest(kept_from, (select max(number) + 1 from gone))
        where exists (select from gone)
      )
      select count(*)::int as removed from gone`.execute(tx)
    return rows[0]?.removed ?? 0
  })
}
