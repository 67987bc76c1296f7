import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBatcher } from './batcher.ts'

const overlapMs = 20

/** A batcher of numbers whose batches end when the test ends them. */
function open() {
  const running: { readonly calls: readonly number[]; readonly end: (error?: Error) => void }[] = []
  const call = createBatcher<number, number>({
    maxInFlight: 2,
    overlapMs,
    pick: (queue) => ({ batch: queue.slice(0, 3), rest: queue.slice(3) }),
    run: (calls) =>
      new Promise((resolve, reject) => {
        running.push({ calls, end: (error) => (error === undefined ? resolve(calls) : reject(error)) })
      }),
  })
  const started = () => running.map(({ calls }) => calls)
  return { call, running, started }
}

/** Batches start in the next turn of the event loop. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

describe('createBatcher', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('runs the calls of one turn of the event loop in one batch, and later ones in the next', async () => {
    const { call, running, started } = open()
    const first = [call(1), call(2)]
    await turns()
    const second = [call(3), call(4)]
    await turns()
    expect(started()).toEqual([[1, 2]])
    running[0]?.end()
    expect(await Promise.all(first)).toEqual([1, 2])
    await turns()
    expect(started()).toEqual([
      [1, 2],
      [3, 4],
    ])
    running[1]?.end()
    expect(await Promise.all(second)).toEqual([3, 4])
  })

  it('starts a batch beside one that takes long, up to the maximum', async () => {
    const { call, running, started } = open()
    void call(1)
    await turns()
    void call(2)
    await turns()
    vi.advanceTimersByTime(overlapMs - 1)
    expect(started()).toEqual([[1]])
    vi.advanceTimersByTime(1)
    expect(started()).toEqual([[1], [2]])
    const third = call(3)
    await turns()
    vi.advanceTimersByTime(overlapMs)
    expect(started()).toEqual([[1], [2]])
    running[0]?.end()
    await turns()
    expect(started()).toEqual([[1], [2], [3]])
    running[2]?.end()
    expect(await third).toBe(3)
  })

  it('waits for the latest batch after an older one has ended', async () => {
    const { call, running, started } = open()
    void call(1)
    await turns()
    void call(2)
    await turns()
    vi.advanceTimersByTime(overlapMs)
    void call(3)
    running[0]?.end()
    await turns()
    expect(started()).toEqual([[1], [2]])
    running[1]?.end()
    await turns()
    expect(started()).toEqual([[1], [2], [3]])
  })

  it('retries the calls of a refused batch alone, and only those fail that are refused again', async () => {
    const refusal = Object.assign(new Error('refused'), { code: '23505' })
    const { call, running, started } = open()
    const results = Promise.allSettled([call(1), call(2)])
    await turns()
    running[0]?.end(refusal)
    await turns()
    expect(started()).toEqual([[1, 2], [1], [2]])
    running[1]?.end(refusal)
    running[2]?.end()
    expect(await results).toEqual([
      { status: 'rejected', reason: refusal },
      { status: 'fulfilled', value: 2 },
    ])
  })

  it('retries nothing after a lost connection, which may have committed', async () => {
    const lost = new Error('connection lost')
    const { call, running, started } = open()
    const results = Promise.allSettled([call(1), call(2)])
    await turns()
    running[0]?.end(lost)
    expect(await results).toEqual([
      { status: 'rejected', reason: lost },
      { status: 'rejected', reason: lost },
    ])
    expect(started()).toEqual([[1, 2]])
  })
})
