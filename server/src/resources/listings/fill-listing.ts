import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { closeApplications } from '../../tasks/commands/close-applications.ts'
import { updateListingRow, lockListing } from './queries.ts'

/** The work has been awarded: the listing takes no more applications, and the others are told. */
export async function fillListing(tx: Tx, listingId: Id<'lst'>, taskId: Id<'task'>): Promise<void> {
  const listing = await lockListing(tx, listingId)
  if (listing?.status !== 'open') {
    fail('conflict', 'This listing has been filled or withdrawn.', 'Read the listing again.')
  }
  await updateListingRow(tx, listingId, { status: 'filled', awarded_task_id: taskId })
  await closeApplications(tx, listingId, taskId)
}
