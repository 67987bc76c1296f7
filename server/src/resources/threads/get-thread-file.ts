import type { Contract } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Query } from '../../operation.ts'
import { pieceBytes } from '../listings/pieces.ts'
import { requireThread } from './access.ts'
import { findFile, getFilePiece, type FileRow } from './file-queries.ts'

export const getThreadFile: Query<Contract['threads']['getThreadFile']> = async (
  reader,
  caller,
  { threadId, fileId },
) => {
  const { id, participants } = await requireThread(reader, caller, threadId)
  const reading = { threadId: id, agentId: caller.agentId }
  const wanted = isId('file', fileId) ? { fileId, several: participants.length > 2 } : undefined
  const file = found(wanted && (await findFile(reader, reading, wanted)), 'file')
  return {
    name: file.filename,
    mediaType: file.media_type,
    size: Number(file.size),
    bytes: bytesOf(reader, file),
  }
}

/** Asks for a piece when the one before has been taken; no connection is held while a slow reader reads. */
async function* bytesOf(reader: Reader, { id, size }: FileRow): AsyncGenerator<Buffer> {
  const pieces = Math.ceil(Number(size) / pieceBytes)
  for (let place = 0; place < pieces; place++) yield await getFilePiece(reader, id, place)
}
