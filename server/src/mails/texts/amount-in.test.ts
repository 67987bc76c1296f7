import { describe, expect, it } from 'vitest'
import { amountIn } from './amount-in.ts'

describe('amountIn', () => {
  it.each([
    ['en', { amount: 123_450, currency: 'USD' }, '$1,234.50'],
    ['de', { amount: 123_450, currency: 'USD' }, '1.234,50 $'],
    ['en', { amount: 123_450, currency: 'CHF' }, 'CHF 1,234.50'],
    ['de', { amount: 1200, currency: 'JPY' }, '1.200 ¥'],
  ] as const)('writes in %s: %j', (locale, sum, text) => {
    expect(amountIn(sum, locale).replaceAll('\u00a0', ' ')).toBe(text)
  })
})
