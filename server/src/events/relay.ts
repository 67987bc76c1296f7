/** The only place that numbers events: one relay at a time, on the node that holds the lock. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { moveBatch } from './relay-queries.ts'

const busyMs = 5

/**
 * Moves committed rows from the outbox to the event log and wakes every node. A node that finds the lock taken tries
 * again, because the holder may have read before its rows were visible.
 */
export async function relayEvents({ store, wakeups }: Context): Promise<number> {
  const rows = await store.autocommit(({ run }) => run(moveBatch))
  const topics = rows.flatMap(({ topic }) => topic ?? [])
  if (topics.length > 0) await wakeups.publish(topics)
  else if (rows.length > 0) return delay(busyMs, 1)
  return topics.length
}
