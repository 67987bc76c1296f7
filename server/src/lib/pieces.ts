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

/** Streams a range of a stored file. Each piece is read on demand, so that a slow client holds no connection. */
export async function* readPieces(
  { start, end }: { readonly start: number; readonly end: number },
  noun: string,
  pieceAt: (place: number) => Promise<Buffer | undefined>,
): AsyncGenerator<Buffer> {
  for (let place = Math.floor(start / pieceBytes); place * pieceBytes < end; place++) {
    const piece = found(await pieceAt(place), noun)
    const offset = place * pieceBytes
    yield piece.subarray(Math.max(0, start - offset), end - offset)
  }
}
