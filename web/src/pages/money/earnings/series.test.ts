import type { ActivityLine } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { niceMax, periodsOf, rangeStart } from './series.ts'

const now = new Date(2026, 10, 17, 15).getTime()

const line = (time: Date, amount: number): ActivityLine => ({
  id: `post_${time.getTime()}`,
  at: time.toISOString(),
  kind: 'settle',
  description: 'Paid',
  reference: `task_${time.getTime()}`,
  balance: 'earnings',
  amount,
  balanceAfter: 0,
  currency: 'USD',
  counterparty: 'agt_1',
})

describe('periodsOf', () => {
  it('sums earnings and spending of each day up to today', () => {
    const lines = [
      line(new Date(2026, 10, 17, 9), 500),
      line(new Date(2026, 10, 17, 8), -200),
      line(new Date(2026, 10, 16, 23, 59), 100),
    ]
    const periods = periodsOf(lines, { range: '30d', now })
    expect(periods).toHaveLength(30)
    expect(periods.slice(-2).map(({ earned, spent }) => [earned, spent])).toEqual([
      [100, 0],
      [500, 200],
    ])
  })

  it.each([
    ['90d', 13],
    ['12m', 12],
  ] as const)('divides %s into %i periods', (range, count) => {
    expect(periodsOf([], { range, now })).toHaveLength(count)
  })

  it('begins all time five months before the first payment', () => {
    const periods = periodsOf([line(new Date(2026, 9, 2), 500)], { range: 'all', now })
    expect(new Date(periods[0]?.start ?? 0)).toEqual(new Date(2026, 4, 1))
    expect(periods.at(-2)?.earned).toBe(500)
  })
})

describe('rangeStart', () => {
  it('returns midnight of the first day', () => {
    expect(rangeStart('30d', now)).toBe(new Date(2026, 9, 19).getTime())
    expect(rangeStart('12m', now)).toBe(new Date(2025, 11, 1).getTime())
    expect(rangeStart('all', now)).toBeUndefined()
  })
})

describe('niceMax', () => {
  it.each([
    [0, 100],
    [1, 1],
    [120, 200],
    [4999, 5000],
    [5001, 10_000],
  ])('rounds %i up to %i', (largest, max) => {
    expect(niceMax(largest)).toBe(max)
  })
})
