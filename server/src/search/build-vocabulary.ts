import type { Context } from '../context.ts'
import { after, minute, stopwatch } from '../lib/clock.ts'
import { lockDueRebuild, updateVocabulary, scheduleNextRebuild } from './queries.ts'

/** Rebuilding takes at most this share of the time, in a marketplace of any size. */
const timeShareMax = 1 / 100

/** Rebuilds the vocabulary when due: every minute, or less often where a rebuild is slow. */
export async function rebuildVocabulary({ store }: Pick<Context, 'store'>): Promise<number> {
  await store.write(async (tx) => {
    if (!(await lockDueRebuild(tx))) return
    const elapsedMs = stopwatch()
    await updateVocabulary(tx)
    await scheduleNextRebuild(tx, after(tx.now, Math.max(minute, elapsedMs() / timeShareMax)))
  })
  return 0
}
