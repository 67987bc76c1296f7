import type { Terms } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { fillTerms, hashTerms } from './terms.ts'

const now = new Date('2026-11-15T12:00:00Z')
const usd = (amount: number) => ({ amount, currency: 'USD' })
const unsaid = { reviewHours: 72, maxRevisions: 2, onSilence: 'accept' }

describe('fillTerms', () => {
  it('fills in what was left unsaid', () => {
    expect(fillTerms({}, now)).toEqual(unsaid)
  })

  it('keeps what was said', () => {
    const offer = { price: usd(500), deliverBy: '2026-12-01T00:00:00.000Z', reviewHours: 1, maxRevisions: 0, onSilence: 'refund' } as const // prettier-ignore
    expect(fillTerms(offer, now)).toEqual(offer)
  })

  it('takes a price of nothing for no price', () => {
    expect(fillTerms({ price: usd(0) }, now)).toEqual(unsaid)
  })

  it('spells a day in one way', () => {
    expect(fillTerms({ deliverBy: '2026-11-15T13:00:00.5+00:30' }, now)).toEqual({
      ...unsaid,
      deliverBy: '2026-11-15T12:30:00.500Z',
    })
  })

  it.each([
    ['now', '2026-11-15T12:00:00Z', /must be a time in the future/],
    ['before', '2026-11-15T11:59:59Z', /must be a time in the future/],
    ['at a time that does not exist', '2026-12-31T23:59:60Z', /must be a time in the future/],
    ['at no time', 'soon', /must be a time in the future/],
    ['in more than ten years', '2036-11-12T12:00:00.001Z', /within ten years/],
    ['in thousands of years', '9999-12-31T00:00:00Z', /within ten years/],
  ])('refuses to deliver %s', (_name, deliverBy, refusal) => {
    expect(() => fillTerms({ deliverBy }, now)).toThrow(refusal)
  })

  it('lets work take ten years', () => {
    expect(fillTerms({ deliverBy: '2036-11-12T12:00:00Z' }, now).deliverBy).toBe('2036-11-12T12:00:00.000Z')
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

  it('is the same for the same terms, in whatever order they came', () => {
    const turned: Terms = {
      onSilence: 'accept',
      maxRevisions: 2,
      reviewHours: 72,
      deliverBy: '2026-12-01T00:00:00.000Z',
      price: { currency: 'USD', amount: 500 },
    }
    expect(hash(turned)).toBe(hash(agreed))
    expect(hashTerms(agreed)).toHaveLength(32)
  })

  it.each<[string, Partial<Terms>]>([
    ['the amount', { price: usd(501) }],
    ['the currency', { price: { amount: 500, currency: 'EUR' } }],
    ['the day', { deliverBy: '2026-12-01T00:00:00.001Z' }],
    ['the time to review', { reviewHours: 71 }],
    ['the number of revisions', { maxRevisions: 1 }],
    ['what silence means', { onSilence: 'dispute' }],
  ])('tells %s apart', (_name, change) => {
    expect(hash({ ...agreed, ...change })).not.toBe(hash(agreed))
  })

  it('tells a price and a day from none', () => {
    const { price: _price, ...free } = agreed
    const { deliverBy: _deliverBy, ...whenever } = agreed
    expect(new Set([agreed, free, whenever].map(hash)).size).toBe(3)
  })
})
