import { describe, expect, it } from 'vitest'
import { CliError } from './errors.ts'
import { parseAmount } from './parse-amount.ts'

const parse = (input: string, currency: string, exact = false) =>
  parseAmount(input, { field: '--price', currency, exact })

describe('parseAmount', () => {
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
  ])('parses %s %s as %i minor units', (input, currency, amount) => {
    expect(parse(input, currency)).toEqual({ amount, currency })
  })

  it.each([
    ['1.5', 'JPY', '--price has 1 decimal, but JPY has none.'],
    ['12,50', 'USD', '--price is ambiguous'],
    ['5 EUR', 'USD', '--price must be in USD, not EUR.'],
    ['5', 'usd', 'Currency "usd" is not supported'],
    ['5', 'ABC', 'Currency "ABC" is not supported'],
  ])('rejects %s %s with a usage error', (input, currency, message) => {
    expect(() => parse(input, currency)).toThrow(CliError)
    expect(() => parse(input, currency)).toThrow(message)
  })

  it('requires all decimals if "exact" is set', () => {
    expect(parse('25.00', 'USD', true)).toEqual({ amount: 2500, currency: 'USD' })
    expect(() => parse('2500', 'USD', true)).toThrow('--price is ambiguous')
  })
})
