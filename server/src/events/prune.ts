import type { Context } from '../context.ts'
import { after, day } from '../lib/clock.ts'
import { deleteEventsBefore } from './queries.ts'

/** How long a client can be away and still resume. */
const retentionMs = 90 * day
const batchSize = 10_000

/** Deletes old events in order. */
export async function pruneEvents({ store }: Context): Promise<number> {
  return store.write((tx) => deleteEventsBefore(tx, after(tx.now, -retentionMs), batchSize))
}
