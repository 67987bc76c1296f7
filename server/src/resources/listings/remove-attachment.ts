import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { releaseFiles } from '../files/use-queries.ts'
import { lockOwnListing } from './access.ts'
import { deleteAttachment, fileIdsOf } from './attachment-queries.ts'
import { spellFileName } from '../files/content/file-names.ts'
import { updateListingRow } from './queries.ts'
import { requireFilesRemovable } from './rules.ts'

export const removeAttachment: Operation<Contract['listings']['removeAttachment']> = async (
  tx,
  caller,
  { listingId, filename: requestedName },
) => {
  const listing = await lockOwnListing(tx, caller, listingId)
  const filename = spellFileName(requestedName)
  requireFilesRemovable(listing)
  const deleted = found(await deleteAttachment(tx, { listingId: listing.id, filename }), 'attachment')
  await releaseFiles(tx, fileIdsOf([deleted]))
  await updateListingRow(tx, listing.id, {})
  await record(tx, caller, { action: 'attachment.removed', target: listing.id, details: { filename } })
  return { done: true }
}
