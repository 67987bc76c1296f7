import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import { lockOwnListing, requireClient, requireListing } from './access.ts'
import { attachmentCountOf, findAttachment, insertAttachment, insertPiece } from './attachment-queries.ts'
import { readFileName } from '../files/content/file-names.ts'
import { updateListingRow } from './queries.ts'
import { receiveFile } from '../files/content/receive-file.ts'
import { refuseName, requirePlace, requireUnfilled } from './rules.ts'
import { viewAttachment } from './view.ts'

/**
 * Locks the listing only after all bytes have arrived, so that a slow upload does not block applications. Until then
 * the first stored piece reserves the file name.
 */
export const addAttachment: Operation<Contract['listings']['addAttachment']> = async (
  tx,
  caller,
  { listingId, filename, upload },
) => {
  const found = await requireListing(tx, caller, listingId)
  requireClient(caller, found)
  requireUnfilled(found)
  const at = { listingId: found.id, filename: readFileName(filename) }
  if ((await findAttachment(tx, at)) !== undefined) refuseName(at.filename)
  requirePlace(await attachmentCountOf(tx, at.listingId))
  const { mediaType, size, sha256 } = await receiveFile(
    { upload, pixelsMax: tx.settings.imagePixelsMax },
    async (piece) => {
      if (!(await insertPiece(tx, at, piece))) refuseName(at.filename)
    },
  )
  requireUnfilled(await lockOwnListing(tx, caller, listingId))
  requirePlace(await attachmentCountOf(tx, at.listingId))
  const attachment = await insertAttachment(tx, {
    listing_id: at.listingId,
    filename: at.filename,
    media_type: mediaType,
    size: BigInt(size),
    sha256,
    created_at: tx.now,
    file_id: null,
  })
  // A file of the agent can have taken the name while the bytes arrived.
  if (attachment === undefined) return refuseName(at.filename)
  await updateListingRow(tx, at.listingId, {})
  await record(tx, caller, {
    action: 'attachment.added',
    target: at.listingId,
    details: { filename: at.filename, size },
  })
  return { attachment: viewAttachment(attachment, tx.settings.origin) }
}
