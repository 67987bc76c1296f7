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
  return { task }
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
})
