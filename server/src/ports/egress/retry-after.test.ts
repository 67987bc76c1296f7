import { describe, expect, it } from 'vitest'
import { retryAfterMsOf } from './retry-after.ts'

const now = new Date('2026-03-01T12:00:00Z')

describe('retryAfterMsOf', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    ['Sun, 01 Mar 2026 12:05:00 GMT', 300_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    [undefined, undefined],
    ['', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e9', undefined],
    ['9999999999', undefined],
    ['2026-03-01', undefined],
    ['Sun, 41 Mar 2026 12:05:00 GMT', undefined],
    ['soon', undefined],
  ])('parses %j as %j', (value, expected) => {
    expect(retryAfterMsOf(value, now)).toBe(expected)
  })
})
