import { describe, expect, it } from 'vitest'
import { inPieces } from './pieces.ts'

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
  ])('cuts %j into %j', async (chunks, pieces) => {
    expect(await piecesOf(4, ...chunks)).toEqual(pieces)
  })
})
