import { expect, it } from 'vitest'
import { formatMoney } from './format-money.ts'

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
