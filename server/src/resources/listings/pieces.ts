import { found } from '../../failure.ts'

/** How much of a file lies in one row. */
export const pieceBytes = 256 * 1024

/** The same bytes in pieces of equal size, but for the last; never more than one piece is kept. */
export async function* inPieces(chunks: AsyncIterable<Buffer>, size = pieceBytes): AsyncGenerator<Buffer> {
  let kept: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0;) {
      const taken = rest.subarray(0, size - length)
      kept.push(taken)
      length += taken.length
      rest = rest.subarray(taken.length)
      if (length === size) {
        yield Buffer.concat(kept, length)
        kept = []
        length = 0
      }
    }
  }
  if (length > 0) yield Buffer.concat(kept, length)
}

/**
 * A stored file, piece by piece. The first is there before the answer begins, so that a file which was removed a moment ago is
 * not found; the next is asked for when the one before has been taken, and no connection is held while a slow reader reads.
 */
export async function bytesOf(
  size: number,
  noun: string,
  pieceAt: (place: number) => Promise<Buffer | undefined>,
): Promise<AsyncGenerator<Buffer>> {
  const pieces = Math.ceil(size / pieceBytes)
  const first = pieces === 0 ? Buffer.alloc(0) : found(await pieceAt(0), noun)
  return (async function* () {
    yield first
    for (let place = 1; place < pieces; place++) yield found(await pieceAt(place), noun)
  })()
}
