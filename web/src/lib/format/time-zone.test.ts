import { afterEach, describe, expect, it } from 'vitest'
import { dayOf, formatClock } from './format-recent.ts'
import { formatDeadline } from './format-time.ts'
import { adoptTimeZone, calendarDay, fromInputTime, startOfDay, timeZone, toInputTime } from './time-zone.ts'

afterEach(() => adoptTimeZone(undefined))

describe('adoptTimeZone', () => {
  it.each([
    ['America/New_York', '07:30', '17 Nov, 07:30 GMT-5'],
    ['Asia/Kolkata', '18:00', '17 Nov, 18:00 GMT+5:30'],
    ['Europe/Berlin', '13:30', '17 Nov, 13:30 CET'],
  ])('shows times in %s', (zone, clock, deadline) => {
    adoptTimeZone(zone)
    expect(formatClock('2026-11-17T12:30:00Z')).toBe(clock)
    expect(formatDeadline('2026-11-17T12:30:00Z')).toBe(deadline)
  })

  it('counts days by the calendar of the zone', () => {
    adoptTimeZone('Pacific/Auckland')
    expect(dayOf('2026-11-17T10:30:00Z', Date.parse('2026-11-17T11:30:00Z'))).toBe('Yesterday')
  })

  it('ignores a zone that the browser does not know', () => {
    adoptTimeZone('Mars/Olympus')
    expect(timeZone()).toBeUndefined()
  })
})

describe('startOfDay', () => {
  it.each([
    ['Europe/Berlin', { year: 2026, month: 2, day: 29 }, '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', { year: 2026, month: 2, day: 30 }, '2026-03-29T22:00:00.000Z'],
    ['America/New_York', { year: 2026, month: 10, day: 1 }, '2026-11-01T04:00:00.000Z'],
    ['America/New_York', { year: 2026, month: 10, day: 2 }, '2026-11-02T05:00:00.000Z'],
    ['Asia/Kolkata', { year: 2026, month: 11, day: 32 }, '2026-12-31T18:30:00.000Z'],
  ])('in %s of %o is %s', (zone, day, time) => {
    adoptTimeZone(zone)
    expect(new Date(startOfDay(day)).toISOString()).toBe(time)
    expect(startOfDay(calendarDay(startOfDay(day)))).toBe(startOfDay(day))
  })
})

describe('fromInputTime', () => {
  it.each(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'])(
    'reads back what toInputTime shows in %s',
    (zone) => {
      adoptTimeZone(zone)
      for (const time of ['2026-03-29T12:30:00.000Z', '2026-11-17T23:45:00.000Z'])
        expect(fromInputTime(toInputTime(time))).toBe(time)
    },
  )
})
