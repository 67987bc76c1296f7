import type { Context } from '../context.ts'
import { deleteOldRows, sweeps } from './sweep-queries.ts'

const batchSize = 1000

/** Deletes old rows in small batches, so that no sweep holds many locks for long. */
export async function sweep({ store }: Context): Promise<number> {
  let removed = 0
  for (const each of sweeps) removed += await store.write((tx) => deleteOldRows(tx, each, batchSize))
  return removed
}
