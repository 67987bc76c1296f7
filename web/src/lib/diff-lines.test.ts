import { describe, expect, it } from 'vitest'
import { diffLines } from './diff-lines.ts'

const signs = { same: ' ', added: '+', removed: '-' }
const shown = (before: string, after: string) =>
  diffLines(before, after)?.map((line) =>
    line.kind === 'gap' ? `… ${line.count}` : `${signs[line.kind]}${line.text}`,
  )

describe('diffLines', () => {
  it.each([
    ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['a', 'a\nb', [' a', '+b']],
    ['a\nb', 'b', ['-a', ' b']],
    ['b\nc\nd\ne', 'c\nx\ne', ['-b', ' c', '-d', '+x', ' e']],
    ['', 'a', ['-', '+a']],
    ['1\n2\n3\n4\n5\n6\n7', '1\n2\n3\n4\n5\n6\n8', ['… 4', ' 5', ' 6', '-7', '+8']],
    ['1\n2\n3', '1\n2\n3', ['… 3']],
  ])('compares %j with %j', (before, after, lines) => expect(shown(before, after)).toEqual(lines))

  it('gives up on texts that differ in too many lines', () => {
    const lines = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word}${index}`).join('\n')
    expect(diffLines(lines('a'), lines('b'))).toBeUndefined()
  })
})
