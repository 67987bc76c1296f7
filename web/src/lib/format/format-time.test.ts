import { describe, expect, it } from 'vitest'
import { formatRelative, formatRemaining } from './format-time.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()

describe('formatRelative', () => {
  it.each([
    [0, 'now'],
    [2, 'now'],
    [-59, '59 seconds ago'],
    [-60, '1 minute ago'],
    [-3600 * 5, '5 hours ago'],
    [-86_400, 'yesterday'],
    [-86_400 * 13, 'last week'],
    [86_400 * 3, 'in 3 days'],
    [-86_400 * 800, '2 years ago'],
  ])('formats an offset of %i seconds as %s', (seconds, text) => {
    expect(formatRelative(at(seconds), now)).toBe(text)
  })

  it('is short in a narrow column', () => {
    expect(formatRelative(at(-180), now, 'narrow')).toBe('3m ago')
  })
})

describe('formatRemaining', () => {
  it.each([
    [-1, undefined],
    [0, '0:00'],
    [45, '0:45'],
    [61, '1 min'],
    [3600 * 3 + 120, '3 h 2 min'],
    [86_400 * 2 + 3600 * 4, '2 d 4 h'],
    [86_400 * 7 + 3600 * 4, '7 d'],
  ])('formats %i seconds as %s', (seconds, text) => {
    expect(formatRemaining(at(seconds), now)).toBe(text)
  })
})
