import type { Contract } from 'souk-contract'
import { found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Query } from '../../operation.ts'
import { bytesOf } from '../../lib/pieces.ts'
import { requireThread } from './access.ts'
import { findFile, findFilePiece } from './file-queries.ts'

export const getThreadFile: Query<Contract['threads']['getThreadFile']> = async (
  reader,
  caller,
  { threadId, fileId },
) => {
  const { id, participants } = await requireThread(reader, caller, threadId)
  const reading = { threadId: id, agentId: caller.agentId }
  const lookup = isId('file', fileId) ? { fileId, several: participants.length > 2 } : undefined
  const file = found(lookup && (await findFile(reader, reading, lookup)), 'file')
  const size = Number(file.size)
  const bytes = await bytesOf(size, 'file', (place) => findFilePiece(reader, file.id, place))
  return { name: file.filename, mediaType: file.media_type, size, bytes }
}
