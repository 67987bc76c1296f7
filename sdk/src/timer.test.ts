import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from './client.ts'
import { sleep } from './retry.ts'
import { startTimer } from './timer.ts'

const dayMs = 86_400_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('startTimer', () => {
  it.each([1, 2 ** 31 - 1, 2 ** 31, 90 * dayMs])('expires once, after %i ms', (delayMs) => {
    const expire = vi.fn<() => void>()
    startTimer(expire, delayMs)
    vi.advanceTimersByTime(delayMs - 1)
    expect(expire).not.toHaveBeenCalled()
    vi.advanceTimersByTime(90 * dayMs)
    expect(expire).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('never expires after Infinity', () => {
    const expire = vi.fn<() => void>()
    const cancel = startTimer(expire, Infinity)
    vi.advanceTimersByTime(1000 * dayMs)
    expect(expire).not.toHaveBeenCalled()
    cancel()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('can be canceled after it was extended', () => {
    const expire = vi.fn<() => void>()
    const cancel = startTimer(expire, 90 * dayMs)
    vi.advanceTimersByTime(60 * dayMs)
    cancel()
    vi.advanceTimersByTime(60 * dayMs)
    expect(expire).not.toHaveBeenCalled()
  })

  it('refuses a delay that is not a number', () => {
    expect(() => startTimer(() => undefined, Number.NaN)).toThrow(RangeError)
  })
})

describe('sleep', () => {
  it.each([2 ** 31, Infinity])('does not end early: %d ms', async (delayMs) => {
    const leaving = new AbortController()
    const ended = vi.fn<() => void>()
    const sleeping = sleep(delayMs, leaving.signal).finally(ended)
    await vi.advanceTimersByTimeAsync(dayMs)
    expect(ended).not.toHaveBeenCalled()
    leaving.abort(new Error('leaving'))
    await expect(sleeping).rejects.toThrow('leaving')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a call', () => {
  it.each([2 ** 31, Infinity])('does not end early with a time limit of %d ms', async (timeoutMs) => {
    const leaving = new AbortController()
    const ended = vi.fn<() => void>()
    const { service } = createClient({
      baseUrl: 'https://souk.example/api',
      retries: 0,
      fetch: (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
        }),
    })
    const call = service
      .getHealth({}, { timeoutMs, signal: leaving.signal })
      .catch((error: unknown) => error)
      .finally(ended)
    await vi.advanceTimersByTimeAsync(dayMs)
    expect(ended).not.toHaveBeenCalled()
    leaving.abort(new Error('leaving'))
    expect(await call).toMatchObject({ message: 'leaving' })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a stream', () => {
  it('reconnects although the service requests a delay without end', async () => {
    let connections = 0
    const { notifications } = createClient({
      baseUrl: 'https://souk.example/api',
      fetch: async () => {
        connections += 1
        const body = `retry: ${'9'.repeat(400)}\n\n`
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      },
    })
    const stream = notifications.streamNotifications()
    const first = stream.next()
    await vi.advanceTimersByTimeAsync(0)
    expect(connections).toBe(1)
    await vi.advanceTimersByTimeAsync(dayMs)
    expect(connections).toBeGreaterThan(10)
    expect(connections).toBeLessThan(26)
    await stream.return()
    expect(await first).toMatchObject({ done: true })
  })
})
