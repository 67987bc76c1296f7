import type { Policy } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { parseNumber } from './number-settings.ts'
import { differencesOf, policyOf, rebased, slugOf, valuesOf } from './policy-values.ts'

const policy: Policy = {
  readOnly: false,
  payouts: true,
  signUp: 'open',
  signUpDomains: [],
  verifiedFor: ['payouts'],
  feeBps: 450,
  categories: [{ slug: 'design', name: 'Design', feeBps: 800, archived: false }],
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
  invoicing: { legalName: 'Acme GmbH', address: 'Main Street 1', taxId: null, numberPrefix: 'A-' },
  keepSessionsDays: 90,
  keepNotificationsDays: 90,
  keepDeliveriesDays: 30,
  keepMailsDays: 30,
  keepSnapshotsDays: 730,
  keepDraftsDays: null,
  keepTaskContentsDays: 365,
  banner: null,
  terms: null,
  marketName: 'Bazaar',
  logo: null,
  accentColor: '#ffcc00',
  mailSender: null,
  legalUrl: null,
  privacyUrl: null,
  supportEmail: null,
  supportUrl: 'https://souk.example/help',
}

describe('policyOf', () => {
  it('returns the same policy for an unchanged form', () => {
    expect(policyOf(valuesOf(policy, 'USD'), policy, 'USD')).toEqual(policy)
  })

  it('reads what a person types', () => {
    const values = {
      ...valuesOf(policy, 'USD'),
      feeBps: '4,25',
      storageBytes: '2500.5',
      signUpDomains: 'Acme.com; b.org',
      bannerText: ' Soon ',
      accentColor: '#ABC',
      mailSender: ' Bazaar team ',
    }
    expect(differencesOf(policy, policyOf(values, policy, 'USD'))).toEqual([
      { name: 'signUpDomains', before: [], after: ['acme.com', 'b.org'] },
      { name: 'feeBps', before: 450, after: 425 },
      { name: 'storageBytes', before: 2_000_000_000, after: 2_500_500_000 },
      { name: 'banner', before: null, after: { text: 'Soon', level: 'info' } },
      { name: 'accentColor', before: '#ffcc00', after: '#aabbcc' },
      { name: 'mailSender', before: null, after: 'Bazaar team' },
    ])
  })
})

describe('rebased', () => {
  it('keeps edited fields and follows the others', () => {
    const before = valuesOf(policy, 'USD')
    const after = { ...before, feeBps: '4', reviewHours: '48' }
    const edited = { ...before, feeBps: '6', maxRevisions: '3' }
    expect(rebased(edited, before, after)).toEqual({
      ...before,
      feeBps: '6',
      maxRevisions: '3',
      reviewHours: '48',
    })
  })
})

describe('parseNumber', () => {
  it.each([
    ['feeBps', '5', 500],
    ['feeBps', '4.5', 450],
    ['feeBps', '0', 0],
    ['feeBps', '50', 5000],
    ['feeBps', '50.01', undefined],
    ['feeBps', 'five', undefined],
    ['feeBps', '4.555', undefined],
    ['reviewHours', '720', 720],
    ['reviewHours', '0', undefined],
    ['reviewHours', '1.5', undefined],
    ['disputeDays', '2', undefined],
    ['fileBytesMax', '0.5', undefined],
    ['fileBytesMax', '1,5', 1_500_000],
    ['minPrice', '1.00', 100],
    ['rateLimitPercent', '9', undefined],
  ] as const)('reads %s %s', (name, text, value) => {
    expect(parseNumber(name, text, 'USD')).toBe(value)
  })
})

describe('slugOf', () => {
  it.each([
    ['Design & Media', 'design-media'],
    ['Übersetzung', 'ubersetzung'],
    ['  --  ', ''],
    ['A'.repeat(60), 'a'.repeat(40)],
  ])('of %s is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })
})
