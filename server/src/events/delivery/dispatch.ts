/** Turns events into deliveries exactly once: position and deliveries are committed in one transaction. */
import type { Context } from '../../context.ts'
import { insertDeliveries, removeWithdrawn, takeNextEvents } from './dispatch-queries.ts'
import { fanOut } from './fan-out.ts'

/** Returns the number of examined events. */
export async function dispatchEvents({ store, pubsub }: Pick<Context, 'store' | 'pubsub'>): Promise<number> {
  const { seen, created } = await store.write(async (tx) => {
    const next = await takeNextEvents(tx)
    const { deliveries, withdrawn } = fanOut(next.matched, tx.now)
    if (withdrawn.length > 0) await removeWithdrawn(tx, withdrawn)
    await insertDeliveries(tx, deliveries)
    return { seen: next.seen, created: deliveries.length }
  })
  // Wakes only the sender of this node; other nodes poll.
  if (created > 0) pubsub.publish(['deliveries'])
  return seen
}
