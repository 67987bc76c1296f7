import { describe, expect, it } from 'vitest'
import { after, day, hour, minute } from './clock.ts'
import { warnAt } from './warn-at.ts'

const now = new Date('2026-01-01T00:00:00Z')

describe('warnAt', () => {
  it.each([
    ['a day before a deadline in a month', 30 * day, 29 * day],
    ['a day before a deadline in three days', 3 * day, 2 * day],
    ['a day before a deadline in 25 hours', 25 * hour, hour],
    ['when a tenth of a day is left', day, 0.9 * day],
    ['when a tenth of an hour is left', hour, 54 * minute],
  ])('warns %s', (_name, lasts, warned) => {
    expect(warnAt(now, after(now, lasts))).toEqual(after(now, warned))
  })
})
