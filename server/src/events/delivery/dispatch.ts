/** Turns events into deliveries: once each, whoever dies in between, because the place and the deliveries move together. */
import type { Context } from '../../context.ts'
import { insertDeliveries, removeWithdrawn, takeNextEvents } from './dispatch-queries.ts'
import { fanOut } from './fan-out.ts'

/** Answers how many events were looked at. */
export async function dispatchEvents({ store, pubsub }: Pick<Context, 'store' | 'pubsub'>): Promise<number> {
  const { seen, made } = await store.write(async (tx) => {
    const next = await takeNextEvents(tx)
    const { deliveries, withdrawn } = fanOut(next.matched, tx.now)
    if (withdrawn.length > 0) await removeWithdrawn(tx, withdrawn)
    await insertDeliveries(tx, deliveries)
    return { seen: next.seen, made: deliveries.length }
  })
  // Only the sender of this node is in a hurry; those of others look by themselves.
  if (made > 0) pubsub.publish(['deliveries'])
  return seen
}
