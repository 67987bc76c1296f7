import type { Context } from '../../context.ts'
import { after, minute } from '../../lib/clock.ts'
import { isReadOnly } from '../../policy/queries.ts'
import { expireDue, failInterrupted, warnOfExpiry } from './expiry-queries.ts'

const runMsMax = 10 * minute

/**
 * Warns of requests that expire soon, expires undecided ones, and fails approved ones whose run was interrupted by a crash. While
 * the market is read-only, no request expires, because none can be approved.
 */
export async function expireApprovals({ store }: Context): Promise<number> {
  return store.write(async (tx) => {
    const expired = (await isReadOnly(tx)) ? 0 : (await expireDue(tx)) + (await warnOfExpiry(tx))
    return expired + (await failInterrupted(tx, after(tx.now, -runMsMax)))
  })
}
