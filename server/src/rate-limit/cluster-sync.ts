import { sql } from 'kysely'
import type { Context } from '../context.ts'

/**
 * Adds what busy callers used here to what they used elsewhere, and learns the sum. A caller who goes to several nodes
 * at once gets at most one burst from each before they know of each other.
 */
export async function shareCounts({
  store,
  callCounts,
  clock,
}: Pick<Context, 'store' | 'callCounts' | 'clock'>): Promise<number> {
  const now = clock.now()
  const used = callCounts.drain(now.getTime()).toSorted((one, other) => (one.key < other.key ? -1 : 1))
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
  for (const { key, idle_at } of rows) callCounts.learn(key.slice('calls:'.length), idle_at.getTime())
  return 0
}
