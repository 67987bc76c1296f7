import { createHash } from 'node:crypto'
import { fail } from '../../../failure.ts'
import { sniffMediaType } from './file-types.ts'
import { stripImage } from '../../../lib/images/strip-image.ts'
import { inPieces, pieceBytes } from '../../../lib/pieces.ts'

interface ReceivedFile {
  readonly mediaType: string
  readonly size: number
  readonly sha256: Buffer
}

export interface Piece {
  readonly place: number
  readonly bytes: Buffer
}

/** Stores a file in pieces, without the metadata of an image, and detects its media type. */
export async function receiveFile(
  { upload, pixelsMax }: { readonly upload: AsyncIterable<Buffer>; readonly pixelsMax: number },
  store: (piece: Piece) => Promise<void>,
): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  const mediaType = await detect(upload)
  let size = 0
  let place = 0
  for await (const bytes of inPieces(stripImage(mediaType, upload, pixelsMax))) {
    await store({ place, bytes })
    hash.update(bytes)
    size += bytes.length
    place++
  }
  if (size === 0) fail('unprocessable', 'The file is empty.', 'Choose a file with content.')
  return { mediaType, size, sha256: hash.digest() }
}

async function detect(upload: AsyncIterable<Buffer>): Promise<string> {
  for await (const bytes of inPieces(upload))
    return sniffMediaType(bytes, { isComplete: bytes.length < pieceBytes })
  return ''
}
