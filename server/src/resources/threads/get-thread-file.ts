import type { Contract } from 'souk-contract'
import { found, notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { ranged } from '../../operation.ts'
import { contentOf } from '../files/get-file-content.ts'
import { pieceFile } from '../files/content/piece-file.ts'
import { requireThread } from './access.ts'
import { findFile, findFilePiece, findUsedFile } from './file-queries.ts'

/** A file that was uploaded to the thread, or one of an agent that a message contains. */
export const getThreadFile = ranged<Contract['threads']['getThreadFile']>(
  async (reader, caller, { threadId, fileId }) => {
    const { id } = await requireThread(reader, caller, threadId)
    if (!isId('file', fileId)) return notFound('file')
    const reading = { threadId: id, agentId: caller.agentId }
    const file = await findFile(reader, reading, fileId)
    if (file !== undefined) return pieceFile(file, 'file', (place) => findFilePiece(reader, file.id, place))
    return contentOf(reader, found(await findUsedFile(reader, reading, fileId), 'file'), caller.agentId)
  },
)
