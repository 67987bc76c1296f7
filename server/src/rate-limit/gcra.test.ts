import { describe, expect, it } from 'vitest'
import { decide } from './gcra.ts'

const limit = { name: 'test', quota: 3, windowMs: 3000 }

describe('decide', () => {
  it('allows a burst of the full quota, then one call per share of the window', () => {
    const calls = [0, 0, 0, 0, 999, 1000, 1000, 2000]
    let idleAtMs = 0
    const outcomes = calls.map((nowMs) => {
      const verdict = decide(limit, nowMs, idleAtMs)
      idleAtMs = verdict.idleAtMs
      return [verdict.allowed, verdict.remaining, verdict.waitMs]
    })
    expect(outcomes).toEqual([
      [true, 2, 1000],
      [true, 1, 2000],
      [true, 0, 3000],
      [false, 0, 1000],
      [false, 0, 1],
      [true, 0, 3000],
      [false, 0, 1000],
      [true, 0, 3000],
    ])
  })

  it('ignores calls that are older than the window', () => {
    expect(decide(limit, 10_000, 3000)).toMatchObject({ allowed: true, remaining: 2 })
  })
})
