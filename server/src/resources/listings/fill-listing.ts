import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { closeApplications } from '../../tasks/commands/close-applications.ts'
import { updateListingRow, lockListing } from './queries.ts'

/** Marks the listing as filled when its task is awarded, and notifies the other applicants. */
export async function fillListing(tx: Tx, listingId: Id<'lst'>, taskId: Id<'task'>): Promise<void> {
  const listing = await lockListing(tx, listingId)
  if (listing?.status !== 'open') {
    fail('conflict', 'This listing is no longer open.', 'Reload the listing.')
  }
  await updateListingRow(tx, listingId, { status: 'filled', awarded_task_id: taskId })
  await closeApplications(tx, listingId, taskId)
}
