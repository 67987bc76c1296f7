import { describe, expect, it } from 'vitest'
import { formatDate, numberFormatter, pluralRules } from './formatters.ts'

describe('formatDate', () => {
  it.each([
    ['2026-11-17T23:30:00.000Z', 'UTC', '17 Nov'],
    ['2026-11-17T23:30:00.000Z', 'Asia/Tokyo', '18 Nov'],
    ['never', 'UTC', ''],
  ])('formats %s in %s as "%s"', (time, timeZone, text) => {
    expect(formatDate(time, { day: 'numeric', month: 'short', timeZone })).toBe(text)
  })
})

describe('numberFormatter', () => {
  it('returns the same formatter for the same options, and another for other options', () => {
    const percent = { style: 'percent' } as const
    expect(numberFormatter('de', percent)).toBe(numberFormatter('de', { ...percent }))
    expect(numberFormatter('de').format(1234.5)).toBe('1.234,5')
    expect(numberFormatter('en').format(1234.5)).toBe('1,234.5')
  })
})

describe('pluralRules', () => {
  it('returns the rules of the language', () => {
    expect([pluralRules('en').select(1), pluralRules('en').select(2)]).toEqual(['one', 'other'])
  })
})
