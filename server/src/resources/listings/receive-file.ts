import { createHash } from 'node:crypto'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { insertPiece, type FilePlace } from './attachment-queries.ts'
import { sniffMediaType } from './file-types.ts'
import { inPieces, pieceBytes } from './pieces.ts'

export interface ReceivedFile {
  readonly mediaType: string
  readonly size: number
  readonly sha256: Buffer
}

/** Stores a file piece by piece as it arrives, and finds out what it is on the way. */
export async function receiveFile(
  tx: Tx,
  at: FilePlace,
  upload: AsyncIterable<Buffer>,
): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let mediaType = ''
  let size = 0
  let place = 0
  for await (const bytes of inPieces(upload)) {
    if (place === 0) mediaType = sniffMediaType(bytes, { isWhole: bytes.length < pieceBytes })
    if (!(await insertPiece(tx, at, { place, bytes }))) refuseName(at.filename)
    hash.update(bytes)
    size += bytes.length
    place++
  }
  if (size === 0) fail('unprocessable', 'The file is empty.', 'Send its bytes as the body.')
  return { mediaType, size, sha256: hash.digest() }
}

export function refuseName(filename: string): never {
  return fail(
    'conflict',
    `This listing already has a file "${filename}".`,
    'Choose another name, or remove that file first.',
  )
}
