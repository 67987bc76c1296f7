/** Turns events into deliveries: once each, whoever dies in between, because the place and the deliveries move together. */
import type { Context } from '../context.ts'
import { insertDeliveries, lockNextEvents, moveCursor, removeWithdrawn } from './dispatch-queries.ts'
import { fanOut } from './fan-out.ts'

/** Answers how many events were looked at. */
export async function dispatchEvents({ store, hub }: Pick<Context, 'store' | 'hub'>): Promise<number> {
  const { seen, made } = await store.write(async (tx) => {
    const { seen: looked, last, wanted } = await lockNextEvents(tx)
    if (looked === 0) return { seen: 0, made: 0 }
    const { deliveries, withdrawn } = fanOut(wanted, tx.now)
    if (withdrawn.length > 0) await removeWithdrawn(tx, withdrawn)
    await insertDeliveries(tx, deliveries)
    await moveCursor(tx, last)
    return { seen: looked, made: deliveries.length }
  })
  // Only the sender of this node is in a hurry; those of others look by themselves.
  if (made > 0) hub.announce(['deliveries'])
  return seen
}
