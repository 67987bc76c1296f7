import { found } from '../failure.ts'

/** Bytes of a file per row. */
export const pieceBytes = 256 * 1024

/** Splits a byte stream into pieces of equal size, except for the last. Buffers at most one piece. */
export async function* inPieces(chunks: AsyncIterable<Buffer>, size = pieceBytes): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0;) {
      const taken = rest.subarray(0, size - length)
      buffered.push(taken)
      length += taken.length
      rest = rest.subarray(taken.length)
      if (length === size) {
        yield Buffer.concat(buffered, length)
        buffered = []
        length = 0
      }
    }
  }
  if (length > 0) yield Buffer.concat(buffered, length)
}

/**
 * Streams a stored file. The first piece is read before the response starts, so that a removed file is a 404. Each next
 * piece is read on demand, so that a slow client holds no connection.
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
