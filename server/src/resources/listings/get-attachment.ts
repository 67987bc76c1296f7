import type { Contract } from 'souk-contract'
import { found } from '../../failure.ts'
import { ranged } from '../../operation.ts'
import { contentOf } from '../files/get-file-content.ts'
import { findFile } from '../files/queries.ts'
import { requireListing } from './access.ts'
import { findAttachment, findPiece } from './attachment-queries.ts'
import { spellFileName } from '../files/content/file-names.ts'
import { pieceFile } from '../files/content/piece-file.ts'

export const getAttachment = ranged<Contract['listings']['getAttachment']>(
  async (reader, caller, { listingId, filename }) => {
    const { id } = await requireListing(reader, caller, listingId)
    const at = { listingId: id, filename: spellFileName(filename) }
    const attachment = found(await findAttachment(reader, at), 'attachment')
    const { file_id: fileId } = attachment
    if (fileId === null)
      return pieceFile(attachment, 'attachment', (place) => findPiece(reader, attachment, place))
    const readerId = caller.kind === 'stranger' ? null : caller.agentId
    return contentOf(reader, found(await findFile(reader, fileId), 'attachment'), readerId)
  },
)
