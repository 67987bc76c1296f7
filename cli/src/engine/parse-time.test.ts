import { describe, expect, it } from 'vitest'
import { parseTime } from './parse-time.ts'

const now = new Date('2026-11-15T12:00:00.000Z')

describe('parseTime', () => {
  it.each([
    ['3d', '2026-11-18T12:00:00.000Z'],
    ['-30m', '2026-11-15T11:30:00.000Z'],
    ['+2h', '2026-11-15T14:00:00.000Z'],
    ['1w', '2026-11-22T12:00:00.000Z'],
    ['2026-12-01', '2026-12-01T23:59:59.000Z'],
    ['2026-12-01T12:00:00Z', '2026-12-01T12:00:00.000Z'],
    ['2026-12-01T12:00+02:00', '2026-12-01T10:00:00.000Z'],
  ])('parses %s', (input, timestamp) => {
    expect(parseTime(input, now)).toBe(timestamp)
  })

  it.each(['tomorrow', '3', '2026-13-01', '12/01/2026', '2026-12-01T12:00', ''])('rejects "%s"', (input) => {
    expect(() => parseTime(input, now)).toThrow('is not a valid time')
  })
})
