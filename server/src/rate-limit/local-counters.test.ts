import { describe, expect, it } from 'vitest'
import { createLocalCounters } from './local-counters.ts'

const limit = { name: 'key', quota: 100, windowMs: 1000 }
const now = 1_000_000

function called(times: number, at = now) {
  const counters = createLocalCounters()
  for (let time = 0; time < times; time++) counters.count('ada', limit, at)
  return counters
}

describe('createLocalCounters', () => {
  it('refuses a call over the quota and allows it again as time passes', () => {
    const counters = called(100)
    expect(counters.count('ada', limit, now).allowed).toBe(false)
    expect(counters.count('bob', limit, now).allowed).toBe(true)
    expect(counters.count('ada', limit, now + 10).allowed).toBe(true)
  })

  it('does not share keys that use at most a tenth of their quota', () => {
    expect(called(10).drain(now)).toEqual([])
    expect(called(11).drain(now)).toEqual([{ key: 'ada', usedMs: 110 }])
  })

  it('drains the usage since the previous drain, without refused calls', () => {
    const counters = called(100)
    expect(counters.drain(now)).toEqual([{ key: 'ada', usedMs: 1000 }])
    expect(counters.drain(now)).toEqual([])
    counters.count('ada', limit, now)
    expect(counters.drain(now)).toEqual([])
    counters.count('ada', limit, now + 20)
    expect(counters.drain(now + 20)).toEqual([{ key: 'ada', usedMs: 10 }])
  })

  it('does not share usage that was paid back before the drain', () => {
    const counters = called(5)
    for (let time = 0; time < 11; time++) counters.count('ada', limit, now + 5000)
    expect(counters.drain(now + 5000)).toEqual([{ key: 'ada', usedMs: 110 }])
  })

  it('adds calls since the drain to a merged count', () => {
    const counters = called(20)
    counters.drain(now)
    counters.count('ada', limit, now)
    counters.merge('ada', now + 980)
    expect(counters.count('ada', limit, now).allowed).toBe(true)
    expect(counters.count('ada', limit, now).allowed).toBe(false)
  })

  it('keeps its own count when the merged count is lower', () => {
    const counters = called(100)
    counters.merge('ada', now + 10)
    expect(counters.count('ada', limit, now).allowed).toBe(false)
  })
})
