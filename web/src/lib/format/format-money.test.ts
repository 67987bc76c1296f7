import { describe, expect, it } from 'vitest'
import { formatMoney, formatShortMoney } from './format-money.ts'

describe('formatMoney', () => {
  it.each([
    [{ amount: 185_000, currency: 'USD' }, '$1,850.00'],
    [{ amount: -4550, currency: 'EUR' }, '−€45.50'],
    [{ amount: 1200, currency: 'JPY' }, '¥1,200'],
    [{ amount: 100, currency: 'CHF' }, 'CHF\u00A01.00'],
    [{ amount: 100, currency: 'CAD' }, 'CA$1.00'],
  ])('formats %o as %s', (money, text) => {
    expect(formatMoney(money)).toBe(text)
  })

  it.each([
    [{ amount: 185_000, currency: 'USD' }, '1.850,00\u00A0$'],
    [{ amount: -4550, currency: 'EUR' }, '−45,50\u00A0€'],
    [{ amount: 1200, currency: 'JPY' }, '1.200\u00A0¥'],
    [{ amount: 100, currency: 'CHF' }, '1,00\u00A0CHF'],
  ])('formats %o in German as %s', (money, text) => {
    expect(formatMoney(money, 'de')).toBe(text)
  })

  it.each([
    [{ amount: 5000, currency: 'USD' }, 'en', '$50'],
    [{ amount: 1250, currency: 'USD' }, 'en', '$12.50'],
    [{ amount: 100_000, currency: 'USD' }, 'en', '$1,000'],
    [{ amount: 100_000, currency: 'USD' }, 'de', '1.000\u00A0$'],
    [{ amount: 1000, currency: 'JPY' }, 'en', '¥1,000'],
  ] as const)('formats %o in %s shortly as %s', (money, locale, text) => {
    expect(formatShortMoney(money, locale)).toBe(text)
  })
})
