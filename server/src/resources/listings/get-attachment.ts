import type { Contract } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { found } from '../../failure.ts'
import type { Query } from '../../operation.ts'
import { requireListing } from './access.ts'
import { findAttachment, getPiece, type AttachmentRow } from './attachment-queries.ts'
import { spellFileName } from './file-names.ts'
import { pieceBytes } from './pieces.ts'

export const getAttachment: Query<Contract['listings']['getAttachment']> = async (
  reader,
  caller,
  { listingId, filename },
) => {
  const { id } = await requireListing(reader, caller, listingId)
  const at = { listingId: id, filename: spellFileName(filename) }
  const file = found(await findAttachment(reader, at), 'attachment')
  return {
    name: file.filename,
    mediaType: file.media_type,
    size: Number(file.size),
    bytes: bytesOf(reader, file),
  }
}

/** Asks for a piece when the one before has been taken; no connection is held while a slow reader reads. */
async function* bytesOf(reader: Reader, file: AttachmentRow): AsyncGenerator<Buffer> {
  const pieces = Math.ceil(Number(file.size) / pieceBytes)
  for (let place = 0; place < pieces; place++) yield await getPiece(reader, file, place)
}
