import { describe, expect, it } from 'vitest'
import { amountError, amountText, defaultCharge, parseAmount } from './amount-input.ts'

describe('parseAmount', () => {
  it.each([
    ['12.5', 'USD', 1250],
    ['$1,250.00', 'USD', 125_000],
    ['500', 'HUF', 50_000],
    ['15000', 'IDR', 1_500_000],
    ['500', 'ISK', 50_000],
    ['500', 'JPY', 500],
    ['1.25', 'KWD', 1250],
    ['1.25', 'BHD', 1250],
    ['12,50', 'USD', undefined],
    ['12.505', 'USD', undefined],
    ['', 'USD', undefined],
    ['twelve', 'USD', undefined],
  ])('parses %j in %s as %s', (text, currency, amount) => {
    expect(parseAmount(text, currency)).toBe(amount)
  })
})

describe('parseAmount in German', () => {
  it.each([
    ['1.234,50', 'EUR', 123_450],
    ['1.234,50 €', 'EUR', 123_450],
    ['€ 1.234.567,89', 'EUR', 123_456_789],
    ['12,5', 'EUR', 1250],
    ['12.50', 'EUR', 1250],
    ['1.250', 'EUR', 125_000],
    ['1250', 'EUR', 125_000],
    ['1 250,00', 'EUR', 125_000],
    ['0,125', 'KWD', 125],
    ['1,250', 'KWD', 1250],
    ['12,505', 'EUR', undefined],
    ['1,234.50', 'EUR', undefined],
    ['1.23,50', 'EUR', undefined],
    ['1,2,3', 'EUR', undefined],
    ['', 'EUR', undefined],
  ])('parses %j in %s as %s', (text, currency, amount) => {
    expect(parseAmount(text, currency, 'de')).toBe(amount)
  })

  it.each([
    [123_450, 'EUR'],
    [500, 'JPY'],
    [1250, 'KWD'],
  ])('reads back %i %s as a form shows it', (amount, currency) => {
    expect(parseAmount(amountText({ amount, currency }, 'de'), currency, 'de')).toBe(amount)
  })
})

describe('amountError', () => {
  const errorOf = (text: string, currency: string) =>
    amountError(text, { field: 'The amount', currency, use: 'charge' })

  it.each([
    ['50', 'USD', undefined],
    ['0.99', 'USD', 'The amount must be at least $1.00.'],
    ['100', 'HUF', 'The amount must be at least HUF\u00A0175.00.'],
    ['5.125', 'KWD', 'The amount must be a multiple of KWD\u00A00.010.'],
    ['5.50', 'ISK', 'The amount must be a multiple of ISK\u00A01.00.'],
    ['12.5', 'JPY', 'The amount is not a valid amount. Write it as 110.'],
  ])('for %s %s is %s', (text, currency, message) => {
    expect(errorOf(text, currency)).toBe(message)
  })
})

describe('defaultCharge', () => {
  it.each([
    ['USD', '50.00'],
    ['JPY', '50'],
    ['KWD', '50.000'],
    ['HUF', '175.00'],
  ])('in %s is %s', (currency, text) => expect(defaultCharge(50, currency)).toBe(text))
})
