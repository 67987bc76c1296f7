import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { startDeadline } from './deadline.ts'

setFlagsFromString('--expose_gc')
const collectGarbage: () => void = runInNewContext('gc')

describe('startDeadline', () => {
  it('fires even if garbage collection runs and nothing references the deadline', async () => {
    const aborts = Array.from({ length: 20 }, () => once(startDeadline(100).signal, 'abort'))
    for (let round = 0; round < 3; round++) {
      await delay(10)
      collectGarbage()
    }
    expect((await Promise.all(aborts)).length).toBe(20)
  })

  it('aborts with the other signal, even if that was aborted before', () => {
    const other = new AbortController()
    const before = startDeadline(60_000, other.signal)
    expect(before.signal.aborted).toBe(false)
    other.abort()
    const after = startDeadline(60_000, other.signal)
    expect([before.signal.aborted, after.signal.aborted]).toEqual([true, true])
    before.cancel()
    after.cancel()
  })

  it('does not abort after it was canceled', async () => {
    const other = new AbortController()
    const deadline = startDeadline(1, other.signal)
    deadline.cancel()
    other.abort()
    await delay(10)
    expect(deadline.signal.aborted).toBe(false)
  })
})
