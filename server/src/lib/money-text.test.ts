import { describe, expect, it } from 'vitest'
import { moneyText } from './money-text.ts'

describe('moneyText', () => {
  it.each([
    [1250n, 'USD', '12.50 USD'],
    [5n, 'EUR', '0.05 EUR'],
    [1250n, 'JPY', '1250 JPY'],
    [1250n, 'KWD', '1.250 KWD'],
    [-5n, 'USD', '-0.05 USD'],
    [50, 'USD', '0.50 USD'],
  ])('writes %s %s as %s', (amount, currency, text) => {
    expect(moneyText({ amount, currency })).toBe(text)
  })
})
