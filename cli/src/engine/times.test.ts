import { describe, expect, it } from 'vitest'
import { relative, timeOf } from './times.ts'

const now = new Date('2026-11-15T12:00:00.000Z')

describe('timeOf', () => {
  it.each([
    ['3d', '2026-11-18T12:00:00.000Z'],
    ['-30m', '2026-11-15T11:30:00.000Z'],
    ['+2h', '2026-11-15T14:00:00.000Z'],
    ['1w', '2026-11-22T12:00:00.000Z'],
    ['2026-12-01', '2026-12-01T23:59:59.000Z'],
    ['2026-12-01T12:00:00Z', '2026-12-01T12:00:00.000Z'],
    ['2026-12-01T12:00+02:00', '2026-12-01T10:00:00.000Z'],
  ])('reads %s', (given, moment) => {
    expect(timeOf(given, now)).toBe(moment)
  })

  it.each(['tomorrow', '3', '2026-13-01', '12/01/2026', '2026-12-01T12:00', ''])('refuses %s', (given) => {
    expect(() => timeOf(given, now)).toThrow('is not a time')
  })
})

describe('relative', () => {
  it.each([
    ['2026-11-15T11:59:59.500Z', 'now'],
    ['2026-11-15T11:59:30.000Z', '30 s ago'],
    ['2026-11-15T12:05:00.000Z', 'in 5 min'],
    ['2026-11-14T13:00:00.000Z', '23 h ago'],
    ['2026-11-20T12:00:00.000Z', 'in 5 days'],
    ['2027-11-15T12:00:00.000Z', '2027-11-15'],
    ['not a time', 'not a time'],
  ])('says %s as %s', (at, said) => {
    expect(relative(at, now)).toBe(said)
  })
})
