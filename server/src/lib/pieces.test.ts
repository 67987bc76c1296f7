import { describe, expect, it } from 'vitest'
import { inPieces, pieceBytes, readPieces } from './pieces.ts'

async function* chunksOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

async function piecesOf(size: number, ...texts: string[]): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of inPieces(chunksOf(...texts), size)) pieces.push(piece.toString())
  return pieces
}

describe('inPieces', () => {
  it.each([
    [[], []],
    [[''], []],
    [['abc'], ['abc']],
    [['abcd'], ['abcd']],
    [['abcde'], ['abcd', 'e']],
    [
      ['a', 'b', '', 'cd', 'ef'],
      ['abcd', 'ef'],
    ],
    [
      ['ab', 'cdefghijk', 'l'],
      ['abcd', 'efgh', 'ijkl'],
    ],
  ])('splits %j into %j', async (chunks, pieces) => {
    expect(await piecesOf(4, ...chunks)).toEqual(pieces)
  })
})

describe('readPieces', () => {
  const whole = Buffer.concat([1, 2, 3].map((byte) => Buffer.alloc(pieceBytes, byte))).subarray(0, -5)

  async function read(range: { start: number; end: number }) {
    const places: number[] = []
    const chunks: Buffer[] = []
    const pieces = readPieces(range, 'file', async (place) => {
      places.push(place)
      return whole.subarray(place * pieceBytes, (place + 1) * pieceBytes)
    })
    for await (const chunk of pieces) chunks.push(chunk)
    return { places, bytes: Buffer.concat(chunks) }
  }

  it.each([
    [0, whole.length, [0, 1, 2]],
    [0, 1, [0]],
    [pieceBytes - 1, pieceBytes + 1, [0, 1]],
    [pieceBytes, 2 * pieceBytes, [1]],
    [whole.length - 1, whole.length, [2]],
  ])('reads bytes %d to %d from the pieces that have them', async (start, end, expected) => {
    const { places, bytes } = await read({ start, end })
    expect([places, bytes.equals(whole.subarray(start, end))]).toEqual([expected, true])
  })

  it('fails with not-found if the file was removed', async () => {
    const pieces = readPieces({ start: 0, end: 1 }, 'file', async () => undefined)
    await expect(pieces.next()).rejects.toMatchObject({ kind: 'not-found' })
  })
})
