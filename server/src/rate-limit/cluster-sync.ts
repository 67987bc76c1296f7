import type { Context } from '../context.ts'
import { addUsage } from './queries.ts'

/** Distinguishes callers from the limits of operations. */
const prefix = 'calls:'

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
  const shared = used.map(({ key, usedMs }) => ({ key: `${prefix}${key}`, usedMs }))
  const sums = await store.write((tx) => addUsage(tx, shared, now))
  for (const { key, idle_at } of sums) localCounters.merge(key.slice(prefix.length), idle_at.getTime())
  return 0
}
