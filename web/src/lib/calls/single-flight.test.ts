import { describe, expect, it } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

/** A call that runs until it is answered or refused. */
function createCall() {
  let count = 0
  let end: { answer: (reply: string) => void; refuse: (reason: string) => void } | undefined
  const reply = new Promise<string>((answer, refuse) => (end = { answer, refuse }))
  const call = () => {
    count += 1
    return reply
  }
  return {
    call,
    count: () => count,
    answer: () => end?.answer('held'),
    refuse: () => end?.refuse('refused'),
  }
}

describe('createSingleFlight', () => {
  it('joins a repeat to the running call', async () => {
    const once = createSingleFlight<string>()
    const { call, count, answer } = createCall()
    const replies = [once({ amount: 500 }, call), once({ amount: 500 }, call)]
    answer()
    expect(await Promise.all(replies)).toEqual(['held', 'held'])
    expect(count()).toBe(1)
  })

  it('runs calls with different inputs at the same time', () => {
    const once = createSingleFlight<string>()
    const { call, count } = createCall()
    void once({ amount: 500 }, call)
    void once({ amount: 501 }, call)
    expect(count()).toBe(2)
  })

  it.each(['answer', 'refuse'] as const)('runs the same input again after the %s', async (end) => {
    const once = createSingleFlight<string>()
    const first = createCall()
    const reply = once({ amount: 500 }, first.call)
    first[end]()
    await reply.catch(() => undefined)
    const second = createCall()
    void once({ amount: 500 }, second.call)
    expect(second.count()).toBe(1)
  })

  it('runs every call with a file, because two of the same name can differ', () => {
    const once = createSingleFlight<string>()
    const { call, count } = createCall()
    void once({ filename: 'a.txt', file: new Blob(['one']) }, call)
    void once({ filename: 'a.txt', file: new Blob(['two']) }, call)
    expect(count()).toBe(2)
  })
})
