import type { Context } from '../context.ts'
import { after, minute, stopwatch } from '../lib/clock.ts'
import { lockDueCount, recountWords, setNextCount } from './queries.ts'

/** Counting takes this part of the time at most, however big the market is. */
const share = 1 / 100

/** Counts the words of the market again when it is time: every minute where that is quick, seldom where it is not. */
export async function countWords({ store }: Pick<Context, 'store'>): Promise<number> {
  await store.write(async (tx) => {
    if (!(await lockDueCount(tx))) return
    const elapsedMs = stopwatch()
    await recountWords(tx)
    await setNextCount(tx, after(tx.now, Math.max(minute, elapsedMs() / share)))
  })
  return 0
}
