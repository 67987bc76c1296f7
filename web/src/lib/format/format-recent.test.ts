import { describe, expect, it } from 'vitest'
import { dayOf, formatRecent } from './format-recent.ts'

/** In the time zone of the machine, as the browser shows times. */
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5)
const now = at(17, 15).getTime()

describe('formatRecent', () => {
  it.each([
    ['the time of today', at(17, 9), '09:05'],
    ['yesterday', at(16, 23), 'Yesterday'],
    ['the weekday of the last six days', at(11, 23), 'Wed'],
    ['the date before that', at(10, 1), '10 Nov'],
    ['the year of another year', new Date(2025, 2, 9), '9 Mar 2025'],
  ])('shows %s', (_, time, text) => {
    expect(formatRecent(time.toISOString(), now)).toBe(text)
  })
})

describe('dayOf', () => {
  it.each([
    [at(17, 9), 'Today'],
    [at(16, 9), 'Yesterday'],
    [at(9, 9), '9 Nov'],
  ])('names the day of %s', (time, text) => {
    expect(dayOf(time.toISOString(), now)).toBe(text)
  })
})
