import { systemCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { commitStep } from '../store/commit-step.ts'
import { lockApplications } from '../store/queries.ts'
import { requireRow } from '../lifecycle/task-state.ts'

/** Ends every application to a listing that is still open, but one. The listing is locked, so none can be added. */
export async function closeApplications(tx: Tx, listingId: Id<'lst'>, except?: Id<'task'>): Promise<number> {
  const applications = await lockApplications(tx, listingId, except)
  for (const application of applications) {
    const row = requireRow(application, 'notSelected', 'listing', tx.now)
    await commitStep(tx, systemCaller, application, row)
  }
  return applications.length
}
