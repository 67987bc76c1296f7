import { describe, expect, it } from 'vitest'
import { createCallCounts } from './local-counters.ts'

const limit = { name: 'key', quota: 100, windowMs: 1000 }
const now = 1_000_000

function called(times: number, at = now) {
  const counts = createCallCounts()
  for (let time = 0; time < times; time++) counts.count('ada', limit, at)
  return counts
}

describe('call counts', () => {
  it('refuse what exceeds the quota, and allow it again as time passes', () => {
    const counts = called(100)
    expect(counts.count('ada', limit, now).allowed).toBe(false)
    expect(counts.count('bob', limit, now).allowed).toBe(true)
    expect(counts.count('ada', limit, now + 10).allowed).toBe(true)
  })

  it('tell of nobody who uses a tenth of the quota', () => {
    expect(called(10).drain(now)).toEqual([])
    expect(called(11).drain(now)).toEqual([{ key: 'ada', usedMs: 110 }])
  })

  it('tell what was used since they last told, and nothing of refused calls', () => {
    const counts = called(100)
    expect(counts.drain(now)).toEqual([{ key: 'ada', usedMs: 1000 }])
    expect(counts.drain(now)).toEqual([])
    counts.count('ada', limit, now)
    expect(counts.drain(now)).toEqual([])
    counts.count('ada', limit, now + 20)
    expect(counts.drain(now + 20)).toEqual([{ key: 'ada', usedMs: 10 }])
  })

  it('forget what has been paid back before it was told', () => {
    const counts = called(5)
    for (let time = 0; time < 11; time++) counts.count('ada', limit, now + 5000)
    expect(counts.drain(now + 5000)).toEqual([{ key: 'ada', usedMs: 110 }])
  })

  it('take in what other nodes know, together with calls that came meanwhile', () => {
    const counts = called(20)
    counts.drain(now)
    counts.count('ada', limit, now)
    counts.learn('ada', now + 980)
    expect(counts.count('ada', limit, now).allowed).toBe(true)
    expect(counts.count('ada', limit, now).allowed).toBe(false)
  })

  it('do not lose own calls when others know less', () => {
    const counts = called(100)
    counts.learn('ada', now + 10)
    expect(counts.count('ada', limit, now).allowed).toBe(false)
  })
})
