/** Polls cards that are being saved, because processor webhooks can be lost. */
import type { Context } from '../../../context.ts'
import { applySetup } from '../apply/apply-saved-card.ts'
import { failSetup, leaseDueSetups } from '../apply/saved-card-queries.ts'

export async function pollSavedCards({ ports, store, log }: Context): Promise<number> {
  const due = await store.write(leaseDueSetups)
  for (const { id, ref } of due) {
    try {
      const snapshot = await ports.processor.fetchSetup({ ref })
      await store.write((tx) => (snapshot === undefined ? failSetup(tx, id) : applySetup(tx, snapshot)))
    } catch (error) {
      log.warn({ authority: id, error: String(error) }, 'failed to poll saved card')
    }
  }
  return due.length
}
