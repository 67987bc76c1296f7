import { setImmediate as turn } from 'node:timers/promises'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Subscriber, batchOf, type Entry, type Sink } from './log-subscription.ts'
import { frameOf, frameText } from './sse-frame.ts'

const entryAt = (position: number, isLast = false): Entry => ({
  position,
  frame: frameOf({ id: String(position), data: '{}' }),
  isLast,
})

/** Records frames, and applies backpressure at random. */
function createReader(hasRoom: () => boolean) {
  let text = ''
  const outcome = { ended: 0, failed: new Array<unknown>() }
  let waiting: (() => void) | undefined
  const sink: Sink = {
    send: ({ plain }) => {
      text += String(plain)
      return hasRoom()
    },
    onDrain: (then) => {
      waiting = then
    },
    end: () => void outcome.ended++,
    fail: (error) => void outcome.failed.push(error),
  }
  const drain = () => {
    const then = waiting
    waiting = undefined
    then?.()
  }
  return {
    sink,
    outcome,
    drain,
    positions: () => [...text.matchAll(/id: (\d+)/g)].map(([, id]) => Number(id)),
  }
}

const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n + 1)

const total = 200

/** Simulates a growing log that is published in batches and joined late. Returns what each subscriber received. */
async function simulate(below: (limit: number) => number) {
  const log: Entry[] = []
  let published = 0
  const entriesAfter = async (position: number) => {
    const page = log.filter((entry) => entry.position > position).slice(0, 1 + below(5))
    for (let turns = below(3); turns > 0; turns--) await turn()
    return page
  }
  const all: { reader: ReturnType<typeof createReader>; subscriber: Subscriber; from: number }[] = []
  const isDone = () => published === total && all.every(({ subscriber }) => subscriber.position === total)
  for (let steps = 0; steps < 5000 && !isDone(); steps++) {
    for (let n = Math.min(below(4), total - log.length); n > 0; n--) log.push(entryAt(log.length + 1))
    if (log.length > published && below(2) === 0) {
      const batch = batchOf(published, log.slice(published))
      published = log.length
      for (const { subscriber } of all) subscriber.pushBatch(batch)
    }
    if (all.length < 20) {
      const reader = createReader(() => below(3) > 0)
      const from = below(log.length + 1)
      const subscriber = new Subscriber(reader.sink, from, entriesAfter)
      all.push({ reader, subscriber, from })
      if (from < published) void subscriber.catchUp()
    }
    for (const { reader } of all) if (below(3) === 0) reader.drain()
    await turn()
  }
  return all.map(({ reader, from }) => ({ from, positions: reader.positions() }))
}

describe('Subscriber', () => {
  it('receives every entry once and in order, even if it joins late or reads slowly', () =>
    fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(999)), async (random) => {
        const below = (limit: number) => (random.next().value ?? 0) % limit
        for (const { positions, from } of await simulate(below)) expect(positions).toEqual(upTo(from, total))
      }),
      { numRuns: 60 },
    ))

  it('ends after the last entry and receives nothing more', async () => {
    const reader = createReader(() => true)
    const subscriber = new Subscriber(reader.sink, 0, async () => [])
    subscriber.pushBatch(batchOf(0, [entryAt(1), entryAt(2, true)]))
    subscriber.push(entryAt(3))
    expect([reader.positions(), reader.outcome.ended]).toEqual([[1, 2], 1])
  })

  it('receives one error if the log cannot be read', async () => {
    const reader = createReader(() => true)
    const broken = new Error('mislaid')
    const subscriber = new Subscriber(reader.sink, 0, async () => Promise.reject(broken))
    await subscriber.catchUp()
    subscriber.fail(broken)
    expect(reader.outcome.failed).toEqual([broken])
  })

  it('receives nothing after it was closed', async () => {
    const reader = createReader(() => true)
    const subscriber = new Subscriber(reader.sink, 0, async () => [entryAt(1)])
    const catchUp = subscriber.catchUp()
    subscriber.close()
    await catchUp
    subscriber.push(entryAt(2))
    expect(reader.positions()).toEqual([])
  })
})

describe('frameText', () => {
  it('encodes plain text, and a chunk with its length in bytes', () => {
    const { plain, chunk } = frameText('data: "é"\n\n')
    expect(String(plain)).toBe('data: "é"\n\n')
    expect(String(chunk)).toBe('c\r\ndata: "é"\n\n\r\n')
  })
})
