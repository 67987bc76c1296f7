import type { Attachment, Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { claimFile } from '../files/use-queries.ts'
import { lockOwnListing } from './access.ts'
import { attachmentCountOf, insertAttachment } from './attachment-queries.ts'
import { updateListingRow } from './queries.ts'
import { refuseName, requirePlace, requireUnfilled } from './rules.ts'
import { viewAttachment } from './view.ts'

export const attachListingFile: Operation<Contract['listings']['attachListingFile']> = async (
  tx,
  caller,
  { listingId, fileId },
) => {
  const listing = await lockOwnListing(tx, caller, listingId)
  requireUnfilled(listing)
  requirePlace(await attachmentCountOf(tx, listing.id))
  const attachment = await attachFile(tx, caller, { listingId: listing.id, fileId, field: 'fileId' })
  await updateListingRow(tx, listing.id, {})
  return { attachment }
}

interface AttachedFile {
  /** Locked or new. */
  readonly listingId: Id<'lst'>
  readonly fileId: string
  /** Place of the id in the request. */
  readonly field: string
}

/** Attaches a file that the client has uploaded and completed, under its own name. */
export async function attachFile(
  tx: Tx,
  caller: AgentCaller,
  { listingId, fileId, field }: AttachedFile,
): Promise<Attachment> {
  const file = isId('file', fileId) ? await claimFile(tx, caller.agentId, fileId) : undefined
  if (file === undefined || file.media_type === null || file.sha256 === null) {
    return fail(
      'unprocessable',
      `"${field}" must be a file that the acting agent has uploaded and completed.`,
      'Upload the file with createFile, uploadPart and completeFile, then use its "id".',
    )
  }
  const { filename, size } = file
  const attachment = await insertAttachment(tx, {
    listing_id: listingId,
    filename,
    media_type: file.media_type,
    size,
    sha256: file.sha256,
    created_at: tx.now,
    file_id: file.id,
  })
  if (attachment === undefined) return refuseName(filename)
  const details = { filename, size: Number(size) }
  await record(tx, caller, { action: 'attachment.added', target: listingId, details })
  return viewAttachment(attachment, tx.settings.origin)
}
