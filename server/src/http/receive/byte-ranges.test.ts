import { describe, expect, it } from 'vitest'
import { answerRange } from './byte-ranges.ts'

const file = { etag: '"abc"', size: 1000 }
const part = (start: number, end: number) => ({ kind: 'part', range: { start, end } })

describe('answerRange', () => {
  it.each([
    ['bytes=0-0', part(0, 1)],
    ['bytes=0-999', part(0, 1000)],
    ['bytes=990-', part(990, 1000)],
    ['bytes=990-5000', part(990, 1000)],
    ['bytes=-10', part(990, 1000)],
    ['bytes=-5000', part(0, 1000)],
    ['Bytes = 5 - 9', part(5, 10)],
    ['bytes=1000-', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=9-5', { kind: 'whole' }],
    ['bytes=0-1,5-6', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['items=0-1', { kind: 'whole' }],
    ['bytes=99999999999999999999-', { kind: 'whole' }],
  ])('answers "%s"', (range, expected) => {
    expect(answerRange({ range }, file)).toEqual(expected)
  })

  it('ignores the range unless If-Range has the strong ETag', () => {
    const range = 'bytes=0-1'
    expect(answerRange({ range, 'if-range': '"abc"' }, file)).toEqual(part(0, 2))
    for (const other of ['"other"', 'W/"abc"', 'Mon, 16 Nov 2026 12:00:00 GMT'])
      expect(answerRange({ range, 'if-range': other }, file)).toEqual({ kind: 'whole' })
  })

  it('compares If-None-Match weakly, before any range', () => {
    for (const tag of ['"abc"', 'W/"abc"', '"x", "abc"', '*'])
      expect(answerRange({ range: 'bytes=0-1', 'if-none-match': tag }, file)).toEqual({ kind: 'unchanged' })
    expect(answerRange({ 'if-none-match': '"x"' }, file)).toEqual({ kind: 'whole' })
  })
})
