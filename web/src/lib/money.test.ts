import { describe, expect, it } from 'vitest'
import { readMoney, showMoney } from './money.ts'

describe('showMoney', () => {
  it.each([
    [0, 'USD', 'USD 0.00'],
    [5, 'USD', 'USD 0.05'],
    [1250, 'USD', 'USD 12.50'],
    [123_456_789, 'EUR', 'EUR 1,234,567.89'],
    [-1250, 'USD', '−USD 12.50'],
    [1250, 'JPY', 'JPY 1,250'],
    [1250, 'KWD', 'KWD 1.250'],
    [Number.MAX_SAFE_INTEGER, 'USD', 'USD 90,071,992,547,409.91'],
  ])('writes %i of %s as %s', (amount, currency, text) => {
    expect(showMoney({ amount, currency })).toBe(text)
  })
})

describe('readMoney', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12,50', 1250],
    [' 1 250.00 ', 125_000],
    ['0.07', 7],
    ['12.505', undefined],
    ['', undefined],
    ['-5', undefined],
    ['1e5', undefined],
    ['twelve', undefined],
  ])('reads %j as %s', (text, amount) => {
    expect(readMoney(text, 'USD')).toBe(amount)
  })
})
