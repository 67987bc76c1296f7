import type { Terms } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { fillTerms, hashTerms } from './terms.ts'

const now = new Date('2026-11-15T12:00:00Z')
const usd = (amount: number) => ({ amount, currency: 'USD' })
const clocks = { disputeDays: 20, offerHours: 48 }
const defaults = { reviewHours: 36, maxRevisions: 5, onSilence: 'accept', ...clocks }
const context = { now, settings: { policy: { reviewHours: 36, maxRevisions: 5, ...clocks } } }

describe('fillTerms', () => {
  it('fills in the defaults of the policy', () => {
    expect(fillTerms({}, context)).toEqual(defaults)
  })

  it('keeps the terms of the offer', () => {
    const offer = { price: usd(500), deliverBy: '2026-12-01T00:00:00.000Z', reviewHours: 1, maxRevisions: 0, onSilence: 'refund' } as const // prettier-ignore
    expect(fillTerms(offer, context)).toEqual({ ...offer, ...clocks })
  })

  it('drops a price of 0', () => {
    expect(fillTerms({ price: usd(0) }, context)).toEqual(defaults)
  })

  it('normalizes timestamps', () => {
    expect(fillTerms({ deliverBy: '2026-11-15T13:00:00.5+00:30' }, context)).toEqual({
      ...defaults,
      deliverBy: '2026-11-15T12:30:00.500Z',
    })
  })

  it.each([
    ['now', '2026-11-15T12:00:00Z', /must be a time in the future/],
    ['in the past', '2026-11-15T11:59:59Z', /must be a time in the future/],
    ['at a leap second', '2026-12-31T23:59:60Z', /must be a time in the future/],
    ['at an invalid time', 'soon', /must be a time in the future/],
    ['in more than ten years', '2036-11-12T12:00:00.001Z', /within ten years/],
    ['in thousands of years', '9999-12-31T00:00:00Z', /within ten years/],
  ])('refuses a delivery %s', (_name, deliverBy, refusal) => {
    expect(() => fillTerms({ deliverBy }, context)).toThrow(refusal)
  })

  it('accepts a delivery in ten years', () => {
    expect(fillTerms({ deliverBy: '2036-11-12T12:00:00Z' }, context).deliverBy).toBe(
      '2036-11-12T12:00:00.000Z',
    )
  })
})

describe('hashTerms', () => {
  const agreed: Terms = {
    price: usd(500),
    deliverBy: '2026-12-01T00:00:00.000Z',
    reviewHours: 72,
    maxRevisions: 2,
    onSilence: 'accept',
  }
  const hash = (terms: Terms) => hashTerms(terms).toString('hex')

  it('does not depend on the order of fields', () => {
    const reordered: Terms = {
      onSilence: 'accept',
      maxRevisions: 2,
      reviewHours: 72,
      deliverBy: '2026-12-01T00:00:00.000Z',
      price: { currency: 'USD', amount: 500 },
    }
    expect(hash(reordered)).toBe(hash(agreed))
    expect(hashTerms(agreed)).toHaveLength(32)
  })

  it.each<[string, Partial<Terms>]>([
    ['the amount', { price: usd(501) }],
    ['the currency', { price: { amount: 500, currency: 'EUR' } }],
    ['the delivery date', { deliverBy: '2026-12-01T00:00:00.001Z' }],
    ['the review time', { reviewHours: 71 }],
    ['the number of revisions', { maxRevisions: 1 }],
    ['onSilence', { onSilence: 'dispute' }],
    ['the length of disputes', { disputeDays: 14 }],
    ['the time for settlement offers', { offerHours: 72 }],
  ])('depends on %s', (_name, change) => {
    expect(hash({ ...agreed, ...change })).not.toBe(hash(agreed))
  })

  it('depends on the presence of a price and of a delivery date', () => {
    const { price: _price, ...free } = agreed
    const { deliverBy: _deliverBy, ...undated } = agreed
    expect(new Set([agreed, free, undated].map(hash)).size).toBe(3)
  })
})
