import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { closeApplications } from '../../tasks/commands/close-applications.ts'
import { releaseFiles } from '../files/use-queries.ts'
import { lockOwnListing } from './access.ts'
import { deleteAttachmentsOf, fileIdsOf } from './attachment-queries.ts'
import { updateListingRow } from './queries.ts'

/** Soft delete: applications refer to the row. The files are deleted, because the listing is no longer readable. */
export const deleteListing: Operation<Contract['listings']['deleteListing']> = async (
  tx,
  caller,
  { listingId },
) => {
  const { id, status } = await lockOwnListing(tx, caller, listingId)
  if (status === 'filled') {
    fail('conflict', 'A filled listing cannot be deleted.', 'Cancel its task instead.')
  }
  const applications = await closeApplications(tx, id)
  await releaseFiles(tx, fileIdsOf(await deleteAttachmentsOf(tx, id)))
  await updateListingRow(tx, id, { status: 'deleted' })
  await record(tx, caller, { action: 'listing.deleted', target: id, details: { applications } })
  return { done: true }
}
