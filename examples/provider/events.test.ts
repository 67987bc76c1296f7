import { describe, expect, it } from 'vitest'
import { readEvents } from './events.ts'

const stream = [
  'retry: 2000\n\n',
  'id: 1\ndata: {"task":"Käse"}\n\n',
  ': still here\n\n',
  'id: 2\nevent: message\ndata: first\ndata: second\n\n',
  'data:no space\r\nid:3\r\n\r\n',
  'id: 4\ndata: never finished',
].join('')

async function eventsOf(slices: readonly Uint8Array[]) {
  const bytes = async function* () {
    yield* slices
  }
  const events = []
  for await (const event of readEvents(bytes())) events.push(event)
  return events
}

describe('readEvents', () => {
  const bytes = new TextEncoder().encode(stream)
  const events = [
    { id: '1', data: '{"task":"Käse"}' },
    { id: '2', data: 'first\nsecond' },
    { id: '3', data: 'no space' },
  ]

  it.each([1, 2, 3, 7, bytes.length])('reads the same events from slices of %i bytes', async (size) => {
    const count = Math.ceil(bytes.length / size)
    const slices = Array.from({ length: count }, (_slice, index) =>
      bytes.slice(index * size, (index + 1) * size),
    )
    expect(await eventsOf(slices)).toEqual(events)
  })
})
