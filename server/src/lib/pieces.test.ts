import { describe, expect, it } from 'vitest'
import { bytesOf, inPieces, pieceBytes } from './pieces.ts'

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

describe('bytesOf', () => {
  it('reads the pieces on demand', async () => {
    const reads: number[] = []
    const pieces = [Buffer.from('one '), Buffer.from('two '), Buffer.from('three')]
    const bytes = await bytesOf(2 * pieceBytes + 1, 'file', async (index) => {
      reads.push(index)
      return pieces[index]
    })
    expect(reads).toEqual([0])
    let text = ''
    for await (const piece of bytes) text += String(piece)
    expect([text, reads]).toEqual(['one two three', [0, 1, 2]])
  })

  it('fails with not-found if the file was removed', async () => {
    await expect(bytesOf(1, 'file', async () => undefined)).rejects.toMatchObject({ kind: 'not-found' })
  })
})
