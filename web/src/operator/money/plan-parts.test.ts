import { describe, expect, it } from 'vitest'
import { planParts } from './plan-parts.ts'

describe('planParts', () => {
  it('splits a debt into equal parts, the last with the remainder', () => {
    const parts = planParts({ owed: 1000, count: 3, first: '2026-12-01' })
    expect(parts).toEqual([
      { amount: 333, dueAt: '2026-12-01T00:00:00.000Z' },
      { amount: 333, dueAt: '2027-01-01T00:00:00.000Z' },
      { amount: 334, dueAt: '2027-02-01T00:00:00.000Z' },
    ])
  })

  it('uses the last day of shorter months', () => {
    const parts = planParts({ owed: 300, count: 3, first: '2027-01-31' })
    expect(parts.map(({ dueAt }) => dueAt.slice(0, 10))).toEqual(['2027-01-31', '2027-02-28', '2027-03-31'])
  })
})
