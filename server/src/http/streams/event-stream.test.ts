import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { frameText } from '../../events/sse-frame.ts'
import { createTicker } from './sse-keepalive.ts'
import { EventStream } from './event-stream.ts'

/** Documented limit. */
const silenceMsMax = 4000
const stepMs = 50

let elapsedMs: number
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  elapsedMs = 0
})
afterEach(() => vi.useRealTimers())

/** A stream on a connection that records the times of its writes. */
function openStream() {
  const writtenAtMs: number[] = []
  const connection = new Socket()
  vi.spyOn(connection, 'write').mockImplementation(() => {
    writtenAtMs.push(elapsedMs)
    return true
  })
  const response = new ServerResponse(new IncomingMessage(connection))
  response.assignSocket(connection)
  return {
    stream: new EventStream(response, [], {
      frame: (frame) => frame,
      errorFrame: (error) => frameText(String(error)),
    }),
    writtenAtMs,
  }
}

function advance(ms: number): void {
  for (let passed = 0; passed < ms; passed += stepMs) {
    elapsedMs += stepMs
    vi.advanceTimersByTime(stepMs)
  }
}

function longestSilence(writtenAtMs: readonly number[]): number {
  const ends = [...writtenAtMs, elapsedMs]
  return Math.max(...ends.map((at, index) => at - (ends[index - 1] ?? 0)))
}

describe('EventStream', () => {
  it('sends the headers and a first line immediately, and then a byte at least every four seconds', () => {
    const { stream, writtenAtMs } = openStream()
    createTicker().add(() => stream.keepalive())
    expect(writtenAtMs.length).toBeGreaterThan(0)
    advance(30_000)
    expect(longestSilence(writtenAtMs)).toBeLessThanOrEqual(silenceMsMax)
  })

  it.each(Array.from({ length: 20 }, (_, index) => index * 200))(
    'sends a byte at least every four seconds after a frame %i ms into the stream',
    (frameAtMs) => {
      const ticker = createTicker()
      // The timer already runs for another stream, so the new one is added between two ticks.
      ticker.add(() => undefined)
      advance(150)
      const { stream, writtenAtMs } = openStream()
      ticker.add(() => stream.keepalive())
      elapsedMs = 0
      writtenAtMs.length = 0
      writtenAtMs.push(0)
      advance(frameAtMs)
      stream.send(frameText('data: {}\n\n'))
      advance(30_000)
      expect(longestSilence(writtenAtMs)).toBeLessThanOrEqual(silenceMsMax)
    },
  )

  it('leaves a margin of one second for a late timer', () => {
    const { stream, writtenAtMs } = openStream()
    createTicker().add(() => stream.keepalive())
    advance(30_000)
    expect(longestSilence(writtenAtMs)).toBeLessThanOrEqual(silenceMsMax - 1000)
  })
})
