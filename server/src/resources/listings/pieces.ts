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
