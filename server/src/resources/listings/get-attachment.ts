import type { Contract } from 'souk-contract'
import { found } from '../../failure.ts'
import type { Query } from '../../operation.ts'
import { requireListing } from './access.ts'
import { findAttachment, findPiece } from './attachment-queries.ts'
import { spellFileName } from './file-names.ts'
import { bytesOf } from '../../lib/pieces.ts'

export const getAttachment: Query<Contract['listings']['getAttachment']> = async (
  reader,
  caller,
  { listingId, filename },
) => {
  const { id } = await requireListing(reader, caller, listingId)
  const at = { listingId: id, filename: spellFileName(filename) }
  const file = found(await findAttachment(reader, at), 'attachment')
  const size = Number(file.size)
  const bytes = await bytesOf(size, 'attachment', (place) => findPiece(reader, file, place))
  return { name: file.filename, mediaType: file.media_type, size, bytes }
}
