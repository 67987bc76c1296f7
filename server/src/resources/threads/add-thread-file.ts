import type { Contract } from 'souk-contract'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { readFileName } from '../files/content/file-names.ts'
import { receiveFile } from '../files/content/receive-file.ts'
import { requireThread } from './access.ts'
import { insertFile, insertFilePiece, lockLooseFiles } from './file-queries.ts'
import { requireRoom, requireWritable } from './rules.ts'
import { viewNewFile } from './view.ts'

/** Until a message refers to it, a file is visible to its sender only and causes no notification. */
export const addThreadFile: Operation<Contract['threads']['addThreadFile']> = async (
  tx,
  caller,
  { threadId, filename, upload },
) => {
  const { id: inThread, participants } = await requireThread(tx, caller, threadId)
  requireWritable(participants, caller.agentId)
  const name = readFileName(filename)
  const id = newId('file', tx.now)
  const { imagePixelsMax: pixelsMax } = tx.settings
  const { mediaType, size, sha256 } = await receiveFile({ upload, pixelsMax }, (piece) =>
    insertFilePiece(tx, id, piece),
  )
  requireRoom(await lockLooseFiles(tx, { threadId: inThread, agentId: caller.agentId }))
  const file = await insertFile(tx, {
    id,
    thread_id: inThread,
    agent_id: caller.agentId,
    filename: name,
    media_type: mediaType,
    size: BigInt(size),
    sha256,
    message_id: null,
    created_at: tx.now,
  })
  return { file: viewNewFile(file, tx.settings.origin) }
}
