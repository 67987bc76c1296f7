import { describe, expect, it } from 'vitest'
import { parseCsv } from './parse-csv.ts'

describe('parseCsv', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\r\n1,5;2\r\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'name,note\n"Tall, vase","said ""no""\ntwice"',
      [
        ['name', 'note'],
        ['Tall, vase', 'said "no"\ntwice'],
      ],
    ],
    ['', []],
  ])('parses %j', (text, rows) => {
    expect(parseCsv(text, 10)).toEqual(rows)
  })

  it('stops after the maximum of rows', () => {
    expect(parseCsv('a\nb\nc\nd', 2)).toEqual([['a'], ['b']])
  })
})
