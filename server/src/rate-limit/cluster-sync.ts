import { sql } from 'kysely'
import type { Context } from '../context.ts'

/**
 * Adds the local usage of busy callers to the shared counters, and merges the sums into the local ones. A caller that
 * spreads its calls over several nodes gets at most one burst per node before they share their counts.
 */
export async function syncCounters({
  store,
  localCounters,
  clock,
}: Pick<Context, 'store' | 'localCounters' | 'clock'>): Promise<number> {
  const now = clock.now()
  const used = localCounters.drain(now.getTime()).toSorted((one, other) => (one.key < other.key ? -1 : 1))
  if (used.length === 0) return 0
  const keys = used.map(({ key }) => `calls:${key}`)
  const times = used.map(({ usedMs }) => usedMs)
  const { rows } = await store.write((tx) =>
    sql<{ key: string; idle_at: Date }>`
      insert into rate_limits (key, idle_at)
      select key, ${now}::timestamptz + used * interval '1 millisecond'
      from unnest(${keys}::text[], ${times}::float8[]) as counted (key, used)
      on conflict (key) do update set
        idle_at = greatest(rate_limits.idle_at, ${now}) + (excluded.idle_at - ${now}::timestamptz)
      returning key, idle_at`.execute(tx),
  )
  for (const { key, idle_at } of rows) localCounters.merge(key.slice('calls:'.length), idle_at.getTime())
  return 0
}
