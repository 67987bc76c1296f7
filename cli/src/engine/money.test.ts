import { describe, expect, it } from 'vitest'
import { readMoney } from './money.ts'
import { Refused } from './refused.ts'

const read = (typed: string, currency: string, exact = false) =>
  readMoney(typed, { field: '--price', currency, exact })

describe('readMoney', () => {
  it.each([
    ['110', 'USD', 11_000],
    ['1,250.00', 'USD', 125_000],
    ['USD 12', 'USD', 1200],
    ['500', 'HUF', 50_000],
    ['15000', 'IDR', 1_500_000],
    ['500', 'ISK', 50_000],
    ['500', 'UGX', 50_000],
    ['500', 'JPY', 500],
    ['500', 'MGA', 500],
    ['1.25', 'KWD', 1250],
    ['1.25', 'BHD', 1250],
  ])('takes %s of %s for %i of the processor’s minor units', (typed, currency, amount) => {
    expect(read(typed, currency)).toEqual({ amount, currency })
  })

  it.each([
    ['1.5', 'JPY', '--price has 1 decimal, but JPY has none.'],
    ['12,50', 'USD', '--price is ambiguous'],
    ['5 EUR', 'USD', '--price must be in USD, not EUR.'],
    ['5', 'usd', 'does not know the currency "usd"'],
    ['5', 'ABC', 'does not know the currency "ABC"'],
  ])('refuses %s of %s as wrong usage', (typed, currency, words) => {
    expect(() => read(typed, currency)).toThrow(Refused)
    expect(() => read(typed, currency)).toThrow(words)
  })

  it('requires all decimals where a mistake cannot be undone', () => {
    expect(read('25.00', 'USD', true)).toEqual({ amount: 2500, currency: 'USD' })
    expect(() => read('2500', 'USD', true)).toThrow('--price is ambiguous')
  })
})
