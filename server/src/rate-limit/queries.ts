import { sql } from 'kysely'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/transact.ts'
import type { Limit } from './gcra.ts'

/**
 * Counts one call. Returns the new idle time, or undefined over the limit. One statement, so that two nodes cannot both
 * take the last call of the quota.
 */
export async function countCall(
  database: Database,
  key: string,
  { windowMs, quota }: Pick<Limit, 'windowMs' | 'quota'>,
  now: Date,
): Promise<Date | undefined> {
  const costMs = windowMs / quota
  const next = sql`greatest(rate_limits.idle_at, ${now}) + ${costMs} * interval '1 millisecond'`
  const { rows } = await sql<{ idle_at: Date }>`
    insert into rate_limits (key, idle_at) values (${key}, ${now}::timestamptz + ${costMs} * interval '1 millisecond')
    on conflict (key) do update set idle_at = ${next}
      where ${next} <= ${now}::timestamptz + ${windowMs} * interval '1 millisecond'
    returning idle_at`.execute(database)
  return rows[0]?.idle_at
}

interface UsedTime {
  readonly key: string
  readonly usedMs: number
}

/** Adds usage to the shared counters, in the order given. Returns the sums. */
export async function addUsage(
  tx: Tx,
  used: readonly UsedTime[],
  now: Date,
): Promise<{ key: string; idle_at: Date }[]> {
  const keys = used.map(({ key }) => key)
  const times = used.map(({ usedMs }) => usedMs)
  const { rows } = await sql<{ key: string; idle_at: Date }>`
    insert into rate_limits (key, idle_at)
    select key, ${now}::timestamptz + used * interval '1 millisecond'
    from unnest(${keys}::text[], ${times}::float8[]) as counted (key, used)
    on conflict (key) do update set
      idle_at = greatest(rate_limits.idle_at, ${now}) + (excluded.idle_at - ${now}::timestamptz)
    returning key, idle_at`.execute(tx)
  return rows
}
