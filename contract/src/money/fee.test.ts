import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyCodes, rulesOf } from './currencies.ts'
import { feeOf } from './fee.ts'

const someAmount = fc.bigInt({ min: 0n, max: 99_999_999n })
const someRate = fc.integer({ min: 0, max: 10_000 })
const someCurrency = fc.constantFrom(...currencyCodes)

describe('feeOf', () => {
  it.each([
    [1n, 'USD', 500, 0n],
    [9n, 'USD', 500, 0n],
    [10n, 'USD', 500, 1n],
    [29n, 'USD', 500, 1n],
    [30n, 'USD', 500, 2n],
    [6000n, 'USD', 500, 300n],
    [99_999_999n, 'USD', 10_000, 99_999_999n],
    [12_345n, 'USD', 0, 0n],
    [0n, 'USD', 500, 0n],
    [501n, 'JPY', 500, 25n],
    [1090n, 'KWD', 500, 50n],
    [1100n, 'KWD', 500, 60n],
    [10_100n, 'ISK', 500, 500n],
    [11_000n, 'ISK', 500, 600n],
    [104_545n, 'HUF', 500, 5227n],
  ])('of %s %s at %s basis points is %s', (amount, currency, bps, fee) =>
    expect(feeOf({ amount, currency }, bps)).toBe(fee),
  )

  it('returns a fee between 0 and the amount, and rounds half up to the charge step', () => {
    fc.assert(
      fc.property(someAmount, someCurrency, someRate, (parts, currency, bps) => {
        const step = BigInt(rulesOf(currency).chargeStep)
        const amount = parts * step
        const fee = feeOf({ amount, currency }, bps)
        expect(fee >= 0n && fee <= amount && fee % step === 0n).toBe(true)
        const error = fee * 10_000n - amount * BigInt(bps)
        expect(error > -5000n * step && error <= 5000n * step).toBe(true)
      }),
    )
  })

  it('does not exceed an amount that is smaller than the step', () => {
    expect(feeOf({ amount: 60n, currency: 'ISK' }, 10_000)).toBe(60n)
  })

  it.each([-1, 10_001, 2.5, Number.NaN])('refuses a rate of %s', (bps) => {
    expect(() => feeOf({ amount: 100n, currency: 'USD' }, bps)).toThrow('basis points')
  })
})
