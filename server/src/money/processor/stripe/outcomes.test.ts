import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { isStripeError, tryCall } from './outcomes.ts'

const kinds = Object.entries(Stripe.errors).filter(([, kind]) => kind.prototype instanceof Error)

describe('isStripeError', () => {
  it.each(kinds)('is true for %s', (_name, Kind) => {
    expect(isStripeError(Reflect.construct(Kind, [{ message: 'no' }, 'no']))).toBe(true)
  })

  it('covers more than twenty kinds', () => {
    expect(kinds.length).toBeGreaterThan(20)
  })

  it.each([new Error('no'), Object.assign(new Error('no'), { type: 'StripeError' }), 'no', null])(
    'is false for %s',
    (thing) => {
      expect(isStripeError(thing)).toBe(false)
    },
  )
})

describe('tryCall', () => {
  const failing = (Kind: (typeof kinds)[number][1], statusCode: number) =>
    tryCall(() => Promise.reject(Reflect.construct(Kind, [{ message: 'no', statusCode }, 'no'])))

  it.each(kinds.filter(([name]) => name.endsWith('RateLimitError')))(
    'returns an unknown outcome after %s',
    async (_name, Kind) => {
      expect(await failing(Kind, 429)).toEqual({ outcome: 'unknown' })
    },
  )
})
