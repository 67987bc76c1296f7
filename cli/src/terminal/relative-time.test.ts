import { describe, expect, it } from 'vitest'
import { formatRelativeTime } from './relative-time.ts'

const now = new Date('2026-11-15T12:00:00.000Z')

describe('formatRelativeTime', () => {
  it.each([
    ['2026-11-15T11:59:59.500Z', 'now'],
    ['2026-11-15T11:59:30.000Z', '30 s ago'],
    ['2026-11-15T12:05:00.000Z', 'in 5 min'],
    ['2026-11-14T13:00:00.000Z', '23 h ago'],
    ['2026-11-20T12:00:00.000Z', 'in 5 days'],
    ['2027-11-15T12:00:00.000Z', '2027-11-15'],
    ['not a time', 'not a time'],
  ])('formats %s as %s', (at, formatted) => {
    expect(formatRelativeTime(at, now)).toBe(formatted)
  })
})
