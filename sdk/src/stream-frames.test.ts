import { describe, expect, it } from 'vitest'
import { createFrameReader, type Frame } from './stream-frames.ts'

const cases: readonly (readonly [name: string, text: string, frames: readonly Frame[]])[] = [
  [
    'an event with all fields',
    'id: 7\nevent: task.created\ndata: {}\n\n',
    [{ id: '7', event: 'task.created', data: '{}' }],
  ],
  ['data in several lines', 'data: a\ndata\ndata:  b\n\n', [{ data: 'a\n\n b' }]],
  ['a comment', ': still here\n\n', [{}]],
  ['a retry delay', 'retry: 2000\n\nretry: soon\n\n', [{ retryMs: 2000 }, {}]],
  ['an id without an event', 'id: 12\n\nid\n\n', [{ id: '12' }, { id: '' }]],
  ['no id that contains NUL', 'id: a\0b\ndata: x\n\n', [{ data: 'x' }]],
  ['unknown fields', 'color: red\ndata: x\n\n', [{ data: 'x' }]],
  [
    'every kind of line ending',
    'data: a\r\n\r\ndata: b\r\rdata: c\n\n',
    [{ data: 'a' }, { data: 'b' }, { data: 'c' }],
  ],
  ['only complete frames', 'data: a\n\nid: 2\ndata: b\n', [{ data: 'a' }]],
]

describe('createFrameReader', () => {
  it.each(cases)('reads %s', (_, text, frames) => {
    expect(createFrameReader()(text)).toEqual(frames)
  })

  it.each(cases)('reads %s in chunks of any size', (_, text, frames) => {
    for (let at = 0; at <= text.length; at += 1) {
      const framesIn = createFrameReader()
      expect([...framesIn(text.slice(0, at)), ...framesIn(text.slice(at))], `cut at ${at}`).toEqual(frames)
    }
    const framesIn = createFrameReader()
    expect([...text].flatMap((letter) => framesIn(letter))).toEqual(frames)
  })

  it('reads a long line in many chunks', () => {
    const framesIn = createFrameReader()
    framesIn('data: ')
    for (let n = 0; n < 2000; n += 1) expect(framesIn('x'.repeat(1000))).toEqual([])
    expect(framesIn('\n\n')[0]?.data).toHaveLength(2_000_000)
  })
})
