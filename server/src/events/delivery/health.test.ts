import { describe, expect, it } from 'vitest'
import { after, day } from '../../lib/clock.ts'
import { afterFailure, healthy, healthActionOf, type Health } from './health.ts'

const start = new Date('2026-11-15T12:00:00Z')
const failing = (failures: number, more: Partial<Health> = {}): Health => ({
  failures,
  first_failure_at: start,
  warned_at: null,
  ...more,
})

describe('healthActionOf', () => {
  it.each([
    ['a healthy webhook', healthy, 9, 'keep'],
    ['many failures in a short time', failing(500), 2, 'keep'],
    ['few failures over a long time', failing(9), 30, 'keep'],
    ['half the time and half the failures', failing(10), 2.5, 'warn'],
    ['a webhook with an earlier warning', failing(10, { warned_at: start }), 2.5, 'keep'],
    ['five days and too few failures', failing(19, { warned_at: start }), 5, 'keep'],
    ['five days and twenty failures', failing(20, { warned_at: start }), 5, 'disable'],
    ['nearly five days', failing(20, { warned_at: start }), 4.99, 'keep'],
  ] as const)('decides on %s', (_name, health, days, healthAction) => {
    expect(healthActionOf(health, after(start, days * day))).toBe(healthAction)
  })
})

describe('afterFailure', () => {
  it('keeps the time of the first consecutive failure', () => {
    const first = afterFailure(healthy, start)
    const second = afterFailure(first, after(start, day))
    expect([first, second]).toEqual([failing(1), failing(2)])
  })
})
