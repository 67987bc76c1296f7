import type { Context } from '../../context.ts'
import { after, minute } from '../../lib/clock.ts'
import { expireDue, failInterrupted, warnOfExpiry } from './queries.ts'

const runMsMax = 10 * minute

/** Warns of requests that expire soon, expires undecided ones, and fails approved ones whose run was interrupted by a crash. */
export async function expireApprovals({ store }: Context): Promise<number> {
  return store.write(
    async (tx) =>
      (await expireDue(tx)) +
      (await warnOfExpiry(tx)) +
      (await failInterrupted(tx, after(tx.now, -runMsMax))),
  )
}
