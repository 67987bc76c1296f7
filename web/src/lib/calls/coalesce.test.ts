import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCoalescer } from './coalesce.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Records the runs, which end when the test says so. */
function record() {
  const started: string[] = []
  const ends: (() => void)[] = []
  const call = createCoalescer(
    (key: string) => {
      started.push(key)
      return new Promise<void>((resolve) => ends.push(resolve))
    },
    { pauseMs: 300, patienceMs: 5000 },
  )
  const end = async () => {
    for (const finish of ends.splice(0)) finish()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { call, started, end }
}

it('runs the first call immediately, and once', async () => {
  const { call, started, end } = record()
  call('tasks')
  expect(started).toEqual(['tasks'])
  await end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(started).toEqual(['tasks'])
})

it('runs once more for any number of calls during a run', async () => {
  const { call, started, end } = record()
  for (let times = 0; times < 10; times++) call('tasks')
  await vi.advanceTimersByTimeAsync(1000)
  expect(started).toHaveLength(1)
  await end()
  expect(started).toHaveLength(2)
  await end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(started).toHaveLength(2)
})

it('pauses between short runs, and then runs immediately again', async () => {
  const { call, started, end } = record()
  call('tasks')
  await end()
  call('tasks')
  await vi.advanceTimersByTimeAsync(299)
  expect(started).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toHaveLength(2)
  await end()
  await vi.advanceTimersByTimeAsync(300)
  call('tasks')
  expect(started).toHaveLength(3)
})

it('keeps keys apart', () => {
  const { call, started } = record()
  call('tasks')
  call('threads')
  expect(started).toEqual(['tasks', 'threads'])
})

it('does not wait forever for a run', async () => {
  const { call, started } = record()
  call('tasks')
  call('tasks')
  await vi.advanceTimersByTimeAsync(5000)
  expect(started).toHaveLength(2)
})
