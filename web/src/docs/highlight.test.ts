import { describe, expect, it } from 'vitest'
import { highlight } from './highlight.ts'

describe('highlight', () => {
  it('marks keys, strings and numbers', () => {
    expect(highlight('{ "a": "b", "c": 1 }').map(({ text, kind }) => [text, kind])).toEqual([
      ['{ ', undefined],
      ['"a"', 'word'],
      [': ', undefined],
      ['"b"', 'string'],
      [', ', undefined],
      ['"c"', 'word'],
      [': ', undefined],
      ['1', 'number'],
      [' }', undefined],
    ])
  })

  it.each(["curl 'https://souk.example/a'", 'plain', '', "it's open"])('keeps the text %j', (code) => {
    expect(
      highlight(code)
        .map(({ text }) => text)
        .join(''),
    ).toBe(code)
  })
})
