import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { closeApplications } from '../../tasks/commands/close-applications.ts'
import { lockOwnListing } from './access.ts'
import { deleteAttachmentsOf } from './attachment-queries.ts'
import { updateListingRow } from './queries.ts'

/** The row stays for the applications that name it; nobody can read it any more, so its files go. */
export const deleteListing: Operation<Contract['listings']['deleteListing']> = async (
  tx,
  caller,
  { listingId },
) => {
  const { id, status } = await lockOwnListing(tx, caller, listingId)
  if (status === 'filled') {
    fail('conflict', 'This listing has been filled and cannot be deleted.', 'Its task goes on over A2A.')
  }
  const applications = await closeApplications(tx, id)
  await deleteAttachmentsOf(tx, id)
  await updateListingRow(tx, id, { status: 'deleted' })
  await record(tx, caller, { action: 'listing.deleted', target: id, details: { applications } })
  return { done: true }
}
