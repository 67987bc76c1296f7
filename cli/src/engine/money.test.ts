import { describe, expect, it } from 'vitest'
import { formatMoney, parseExactMoney, parseMoney } from './money.ts'

describe('parseMoney', () => {
  it.each([
    ['110.00', 'USD', 11_000],
    ['110', 'USD', 11_000],
    ['110.5', 'USD', 11_050],
    ['0.01', 'EUR', 1],
    ['110', 'JPY', 110],
    ['1.234', 'KWD', 1234],
    ['0.0001', 'CLF', 1],
    // In floating point this is 1.1499999999999999.
    ['1.15', 'USD', 115],
    ['90071992547409.91', 'USD', 9_007_199_254_740_991],
  ])('reads %s %s', (given, currency, amount) => {
    expect(parseMoney(given, currency)).toEqual({ amount, currency })
  })

  it.each([
    ['110.005', 'USD'],
    ['110.5', 'JPY'],
    ['1,000.00', 'USD'],
    ['-5', 'USD'],
    ['1e3', 'USD'],
    ['', 'USD'],
    ['.50', 'USD'],
    ['٣', 'USD'],
    ['90071992547409.92', 'USD'],
    ['5', 'usd'],
  ])('refuses %s %s', (given, currency) => {
    expect(() => parseMoney(given, currency)).toThrow(/is not an? (amount|currency)/)
  })
})

describe('formatMoney', () => {
  it.each([
    [11_000, 'USD', '110.00 USD'],
    [5, 'USD', '0.05 USD'],
    [-1999, 'USD', '-19.99 USD'],
    [110, 'JPY', '110 JPY'],
    [1, 'KWD', '0.001 KWD'],
    [9_007_199_254_740_991, 'USD', '90071992547409.91 USD'],
  ])('writes %i %s', (amount, currency, text) => {
    expect(formatMoney({ amount, currency })).toBe(text)
    if (amount > 0) expect(parseExactMoney(text, currency)).toEqual({ amount, currency })
  })
})

describe('parseExactMoney', () => {
  it.each([
    ['25.00', 'USD', 2500],
    ['25.00 USD', 'USD', 2500],
    ['25', 'JPY', 25],
    ['25.000', 'KWD', 25_000],
  ])('takes %s as an amount of %s', (given, currency, amount) => {
    expect(parseExactMoney(given, currency)).toEqual({ amount, currency })
  })

  it.each([
    ['2500', 'USD', 'ambiguous'],
    ['25.0', 'USD', 'ambiguous'],
    ['25.00', 'KWD', 'ambiguous'],
    ['25.00 EUR', 'USD', 'is not in USD'],
    ['25.00', 'JPY', 'is not an amount of JPY'],
  ])('refuses %s as an amount of %s', (given, currency, words) => {
    expect(() => parseExactMoney(given, currency)).toThrow(words)
  })
})
