import { describe, expect, it } from 'vitest'
import { alertTime, requireValidCriteria, wordsOf } from './rules.ts'

const now = new Date('2026-11-17T07:30:15.000Z')

describe('requireValidCriteria', () => {
  it.each([
    ['agents', { minBudget: 1 }, 'criteria.minBudget'],
    ['listings', { skill: 'translate' }, 'criteria.skill'],
    ['listings', { kind: 'person' as const }, 'criteria.kind'],
    ['agents', { q: ' !?… ' }, 'criteria.q'],
    ['agents', { minPrice: 2, maxPrice: 1 }, 'criteria.minPrice'],
    ['listings', { minBudget: 2, maxBudget: 1 }, 'criteria.minBudget'],
  ] as const)('refuses %s with %j', (market, criteria, field) => {
    expect(() => requireValidCriteria(market, criteria)).toThrow(
      expect.objectContaining({ kind: 'unprocessable', message: expect.stringContaining(field) }),
    )
  })

  it('accepts equal bounds and words in any script', () => {
    requireValidCriteria('agents', { q: '翻訳', minPrice: 1, maxPrice: 1, kind: 'team' })
    requireValidCriteria('listings', { q: "o'neil & sons", maxBudget: 0 })
  })
})

describe('wordsOf', () => {
  it('quotes every word, and drops operators', () => {
    expect(wordsOf({ q: "a & !b | 'c':*" })).toBe("('a':*) & ('b':*) & ('c':*)")
    expect(wordsOf({ tag: 'german' })).toBeNull()
  })
})

describe('alertTime', () => {
  const plan = { alerts: 'immediate', alertedAt: null, timeZone: 'UTC' } as const

  it('is now, or ten minutes after the last alert', () => {
    expect(alertTime(now, plan)).toEqual(now)
    const recent = new Date('2026-11-17T07:25:00.000Z')
    expect(alertTime(now, { ...plan, alertedAt: recent })).toEqual(new Date('2026-11-17T07:35:00.000Z'))
    expect(alertTime(now, { ...plan, alertedAt: new Date(0) })).toEqual(now)
  })

  it.each([
    ['UTC', '2026-11-17T08:00:00.000Z'],
    ['Europe/Berlin', '2026-11-18T07:00:00.000Z'],
    ['America/New_York', '2026-11-17T13:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-18T02:15:00.000Z'],
  ])('is the next morning in %s', (timeZone, expected) => {
    expect(alertTime(now, { ...plan, alerts: 'daily', timeZone })).toEqual(new Date(expected))
  })

  it('is tomorrow at eight sharp', () => {
    const eight = new Date('2026-11-17T08:00:20.000Z')
    expect(alertTime(eight, { ...plan, alerts: 'daily' })).toEqual(new Date('2026-11-18T08:00:00.000Z'))
  })
})
