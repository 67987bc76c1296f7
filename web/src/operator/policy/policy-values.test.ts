import type { Policy } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { differencesOf, parseFee, policyOf, valuesOf } from './policy-values.ts'

const policy: Policy = {
  readOnly: false,
  payouts: true,
  signUp: 'open',
  signUpDomains: [],
  verifiedFor: ['payouts'],
  feeBps: 450,
  categories: [],
  minPrice: 100,
  reviewHours: 72,
  maxRevisions: 2,
  disputeDays: 14,
  offerHours: 72,
  listingsMax: 200,
  fileBytesMax: 100_000_000,
  storageBytes: 2_000_000_000,
  storageBytesUnverified: 20_000_000,
  invitationsPerDay: 100,
  rateLimitPercent: 100,
  openTasksMax: 50,
  mailsPerDay: 20,
  approvalAbove: 10_000,
  banner: null,
  legalUrl: null,
  supportUrl: 'https://souk.example/help',
}

describe('policyOf', () => {
  it('returns the same policy for an unchanged form', () => {
    expect(policyOf(valuesOf(policy, 'USD'), policy, 'USD')).toEqual(policy)
  })

  it('reads what a person types', () => {
    const values = {
      ...valuesOf(policy, 'USD'),
      fee: '4,25',
      signUpDomains: 'Acme.com; b.org',
      bannerText: ' Soon ',
    }
    expect(differencesOf(policy, policyOf(values, policy, 'USD'))).toEqual([
      { name: 'signUpDomains', before: [], after: ['acme.com', 'b.org'] },
      { name: 'feeBps', before: 450, after: 425 },
      { name: 'banner', before: null, after: { text: 'Soon', level: 'info' } },
    ])
  })
})

describe('parseFee', () => {
  it.each([
    ['5', 500],
    ['4.5', 450],
    ['0', 0],
    ['50', 5000],
    ['50.01', undefined],
    ['five', undefined],
    ['4.555', undefined],
  ])('reads %s', (text, bps) => {
    expect(parseFee(text)).toBe(bps)
  })
})
