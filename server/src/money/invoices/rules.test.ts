import { describe, expect, it } from 'vitest'
import { dueMonth, endOf, isLastMonth } from './rules.ts'

describe('dueMonth', () => {
  const at = (time: string) => new Date(time)
  it.each([
    ['no fee yet', undefined, undefined, '2027-01-01T01:00:00Z', undefined],
    [
      'a first fee in the current month',
      undefined,
      '2026-11-30T23:59:59Z',
      '2026-11-30T23:59:59Z',
      undefined,
    ],
    [
      'the first hour of the next month',
      undefined,
      '2026-11-01T00:00:00Z',
      '2026-12-01T00:59:59Z',
      undefined,
    ],
    [
      'the second hour of the next month',
      undefined,
      '2026-11-01T00:00:00Z',
      '2026-12-01T01:00:00Z',
      '2026-11',
    ],
    ['old fees', undefined, '2025-01-31T12:00:00Z', '2026-12-01T01:00:00Z', '2025-01'],
    ['an invoiced month', '2026-11', '2026-11-01T00:00:00Z', '2026-12-31T23:00:00Z', undefined],
    ['the end of a year', '2026-11', '2026-11-01T00:00:00Z', '2027-01-01T01:00:00Z', '2026-12'],
  ])('of %s', (_name, lastMonth, firstFee, now, expected) => {
    const firstFeeAt = firstFee === undefined ? undefined : at(firstFee)
    expect(dueMonth({ lastMonth, firstFeeAt, now: at(now) })).toBe(expected)
  })
})

describe('isLastMonth', () => {
  it.each([
    ['2026-11', '2026-12-01T01:00:00Z', true],
    ['2026-11', '2026-12-31T23:59:59Z', true],
    ['2026-11', '2027-01-01T00:00:00Z', false],
  ])('for month %s at %s is %s', (month, now, expected) =>
    expect(isLastMonth(month, new Date(now))).toBe(expected),
  )
})

describe('endOf', () => {
  it.each([
    ['2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-12', '2027-01-01T00:00:00.000Z'],
    ['2028-02', '2028-03-01T00:00:00.000Z'],
  ])('of month %s is %s', (month, end) => expect(endOf(month).toISOString()).toBe(end))
})
