import { getEventListeners } from 'node:events'
import { marketplaceExtension } from 'souk-contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../client.ts'
import type { HiredTask } from './hired-task.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const working = {
  id: 'task_1',
  contextId: 'ctx_1',
  status: { state: 'TASK_STATE_WORKING', timestamp: '2026-11-15T12:00:00.000Z' },
  metadata: { [marketplaceExtension]: { phase: 'working', version: 2 } },
}
const me = () => Response.json({ success: true, data: { agent: { name: 'grace' } } })
const refused = () => Response.json({ success: false, error: 'Refused' }, { status: 403 })

type Respond = (init: RequestInit | undefined) => Response | Promise<Response>

/** Responds only by failing when the request is aborted. */
const hang: Respond = (init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
  })

/** A handle whose lookups of the agent get the given responses in order, and whose event stream stays silent. */
function taskWith(...lookups: readonly Respond[]) {
  let count = 0
  const task: HiredTask = createClient({
    baseUrl: 'https://souk.example/api',
    retries: 0,
    fetch: async (input, init) => {
      const url = new Request(input).url
      if (url.endsWith(':subscribe')) return hang(init)
      if (url.endsWith('/tasks/task_1')) return Response.json(working)
      const respond = lookups[count] ?? me
      count += 1
      return respond(init)
    },
  }).task('task_1')
  return { task, lookupCount: () => count }
}

/** The error of a promise, without an unhandled rejection while timers advance. */
const errorOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

describe('result', () => {
  it.each([2 ** 31, Infinity])('does not expire early with a time limit of %d ms', async (timeoutMs) => {
    const leaving = new AbortController()
    const settled = vi.fn<() => void>()
    const waiting = errorOf(taskWith().task.result({ timeoutMs, signal: leaving.signal }).finally(settled))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(settled).not.toHaveBeenCalled()
    leaving.abort(new Error('leaving'))
    expect(await waiting).toMatchObject({ message: 'leaving' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('applies the time limit to the lookup of the agent', async () => {
    const { task } = taskWith(hang)
    const waiting = errorOf(task.result({ timeoutMs: 1000 }))
    await vi.advanceTimersByTimeAsync(1000)
    expect(await waiting).toMatchObject({ code: 'timeout', taskId: 'task_1' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('applies its signal to the lookup of the agent', async () => {
    const leaving = new AbortController()
    const waiting = errorOf(taskWith(hang).task.result({ signal: leaving.signal }))
    await vi.advanceTimersByTimeAsync(0)
    leaving.abort(new Error('leaving'))
    expect(await waiting).toMatchObject({ message: 'leaving' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('releases its timer and its signal if the lookup of the agent fails', async () => {
    const { signal } = new AbortController()
    const { task } = taskWith(refused)
    await expect(task.result({ timeoutMs: 1000, signal })).rejects.toMatchObject({ status: 403 })
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort')]).toEqual([0, []])
  })
})

describe('task', () => {
  it('looks up the agent again after a failure, and once after a success', async () => {
    const { task, lookupCount } = taskWith(refused)
    await expect(task.read()).rejects.toMatchObject({ status: 403 })
    expect(await task.read()).toMatchObject({ id: 'task_1' })
    expect(await task.read()).toMatchObject({ id: 'task_1' })
    expect(lookupCount()).toBe(2)
  })

  it('completes a call while another one is aborted', async () => {
    const leaving = new AbortController()
    const { task } = taskWith(hang)
    const aborted = errorOf(task.cancel({ signal: leaving.signal }))
    await vi.advanceTimersByTimeAsync(0)
    const read = task.read()
    leaving.abort(new Error('leaving'))
    expect(await aborted).toMatchObject({ message: 'leaving' })
    expect(await read).toMatchObject({ id: 'task_1' })
  })
})

describe('events', () => {
  it('ends without events if the signal is aborted during the lookup of the agent', async () => {
    const leaving = new AbortController()
    const first = taskWith(hang).task.events({ signal: leaving.signal }).next()
    await vi.advanceTimersByTimeAsync(0)
    leaving.abort()
    expect(await first).toEqual({ done: true, value: undefined })
  })
})
