import type { RangedFile } from '../../../download.ts'
import { readPieces } from '../../../lib/pieces.ts'

interface PieceFile {
  readonly filename: string
  readonly media_type: string
  readonly size: bigint
  readonly sha256: Buffer
}

/** A download of a file that was uploaded directly to a listing or a thread, and is stored in pieces there. */
export function pieceFile(
  { filename: name, media_type: mediaType, size, sha256 }: PieceFile,
  noun: string,
  pieceAt: (place: number) => Promise<Buffer | undefined>,
): RangedFile {
  return {
    name,
    mediaType,
    size: Number(size),
    etag: `"${sha256.toString('hex')}"`,
    inline: false,
    open: (_ports, range) => readPieces(range, noun, pieceAt),
  }
}
