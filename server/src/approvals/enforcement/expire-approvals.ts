import type { Context } from '../../context.ts'
import { after, minute } from '../../lib/clock.ts'
import { expireDue, failInterrupted } from './queries.ts'

const runMsMax = 10 * minute

/** Expires undecided requests, and fails approved ones whose run was interrupted by a crash. */
export async function expireApprovals({ store }: Context): Promise<number> {
  return store.write(
    async (tx) => (await expireDue(tx)) + (await failInterrupted(tx, after(tx.now, -runMsMax))),
  )
}
