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
  ])('cuts %j into %j', async (chunks, pieces) => {
    expect(await piecesOf(4, ...chunks)).toEqual(pieces)
  })
})

describe('the bytes of a stored file', () => {
  it('come piece by piece, and are asked for one by one', async () => {
    const asked: number[] = []
    const pieces = [Buffer.from('one '), Buffer.from('two '), Buffer.from('three')]
    const bytes = await bytesOf(2 * pieceBytes + 1, 'file', async (place) => {
      asked.push(place)
      return pieces[place]
    })
    expect(asked).toEqual([0])
    let text = ''
    for await (const piece of bytes) text += String(piece)
    expect([text, asked]).toEqual(['one two three', [0, 1, 2]])
  })

  it('are not found where the file was removed a moment ago', async () => {
    await expect(bytesOf(1, 'file', async () => undefined)).rejects.toMatchObject({ kind: 'not-found' })
  })
})
