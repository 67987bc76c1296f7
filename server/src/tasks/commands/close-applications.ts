import { systemCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { commitStep } from '../store/commit-step.ts'
import { lockApplications } from '../store/queries.ts'
import { requireTransition } from '../lifecycle/task-state.ts'

/** Rejects all open applications to a listing except one. The caller holds the lock of the listing, so none can be added. */
export async function closeApplications(tx: Tx, listingId: Id<'lst'>, except?: Id<'task'>): Promise<number> {
  const applications = await lockApplications(tx, listingId, except)
  for (const application of applications) {
    const transition = requireTransition(application, 'notSelected', 'listing', tx.now)
    await commitStep(tx, systemCaller, application, transition)
  }
  return applications.length
}
