import { createHash } from 'node:crypto'
import { fail } from '../../failure.ts'
import { sniffMediaType } from './file-types.ts'
import { inPieces, pieceBytes } from '../../lib/pieces.ts'

interface ReceivedFile {
  readonly mediaType: string
  readonly size: number
  readonly sha256: Buffer
}

export interface Piece {
  readonly place: number
  readonly bytes: Buffer
}

/** Stores a file in pieces while it is received, and detects its media type. */
export async function receiveFile(
  upload: AsyncIterable<Buffer>,
  store: (piece: Piece) => Promise<void>,
): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let mediaType = ''
  let size = 0
  let place = 0
  for await (const bytes of inPieces(upload)) {
    if (place === 0) mediaType = sniffMediaType(bytes, { isComplete: bytes.length < pieceBytes })
    await store({ place, bytes })
    hash.update(bytes)
    size += bytes.length
    place++
  }
  if (size === 0) fail('unprocessable', 'The file is empty.', 'Choose a file with content.')
  return { mediaType, size, sha256: hash.digest() }
}
