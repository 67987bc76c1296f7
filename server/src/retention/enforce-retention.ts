import { retentionFields } from 'souk-contract'
import type { Context } from '../context.ts'
import { after, day } from '../lib/clock.ts'
import { removals } from './queries.ts'

const batchSize = 1000

/** Removes a batch of each kind of data whose period is over; `null` means never. */
export async function enforceRetention({ store, log }: Pick<Context, 'store' | 'log'>): Promise<number> {
  let removed = 0
  for (const field of retentionFields) {
    const count = await store.write(async (tx) => {
      const days = tx.settings.policy[field]
      return days === null ? 0 : removals[field](tx, { before: after(tx.now, -days * day), limit: batchSize })
    })
    if (count > 0) log.info({ field, count }, 'retention')
    removed += count
  }
  return removed
}
