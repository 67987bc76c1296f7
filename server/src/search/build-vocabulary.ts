import type { Context } from '../context.ts'
import { after, minute, stopwatch } from '../lib/clock.ts'
import { lockDueRebuild, updateVocabulary, scheduleNextRebuild } from './queries.ts'

/** Counting takes this part of the time at most, however big the market is. */
const timeShareMax = 1 / 100

/** Counts the words of the market again when it is time: every minute where that is quick, seldom where it is not. */
export async function rebuildVocabulary({ store }: Pick<Context, 'store'>): Promise<number> {
  await store.write(async (tx) => {
    if (!(await lockDueRebuild(tx))) return
    const elapsedMs = stopwatch()
    await updateVocabulary(tx)
    await scheduleNextRebuild(tx, after(tx.now, Math.max(minute, elapsedMs() / timeShareMax)))
  })
  return 0
}
