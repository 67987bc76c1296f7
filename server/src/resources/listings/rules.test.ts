import { describe, expect, it } from 'vitest'
import {
  isVisible,
  offerOf,
  openApplicationsMax,
  readTerms,
  requireApplicable,
  requireChangeable,
  requireFilesRemovable,
  requireRoom,
} from './rules.ts'

const now = new Date('2026-11-15T12:00:00Z')
const usd = (amount: number) => ({ amount, currency: 'USD' })
const open = {
  status: 'open',
  frozen_at: null,
  task_type: 'translation',
  category: 'text',
  budget: 500n,
  currency: 'USD',
  terms: { reviewHours: 24 },
} as const
const frozen = { ...open, frozen_at: now }

describe('isVisible', () => {
  it.each([
    ['draft', false, false],
    ['draft', true, true],
    ['open', false, true],
    ['filled', false, true],
    ['deleted', false, false],
    ['deleted', true, false],
  ] as const)('of a listing that is %s, for an insider (%s), is %s', (status, insider, visible) => {
    expect(isVisible({ status, insider })).toBe(visible)
  })
})

describe('readTerms', () => {
  it('normalizes timestamps and keeps other terms', () => {
    expect(readTerms({ maxRevisions: 0 }, now)).toEqual({ maxRevisions: 0 })
    expect(readTerms({ deliverBy: '2026-11-15T13:00:00.5+00:30' }, now)).toEqual({
      deliverBy: '2026-11-15T12:30:00.500Z',
    })
  })

  it.each(['2026-11-15T12:00:00Z', '2020-01-01T00:00:00Z', '2026-12-31T23:59:60Z'])(
    'refuses %s',
    (deliverBy) => {
      expect(() => readTerms({ deliverBy }, now)).toThrow(/in the future/)
    },
  )

  it('accepts times within ten years, so that every year has four digits', () => {
    expect(() => readTerms({ deliverBy: '2036-11-15T12:00:00Z' }, now)).not.toThrow()
    expect(() => readTerms({ deliverBy: '9999-12-31T23:59:59-23:59' }, now)).toThrow(/ten years/)
  })
})

describe('requireChangeable', () => {
  const agreed = { budget: usd(500), terms: { reviewHours: 24 }, taskType: 'translation' }

  it.each([
    ['anything before the first application', open, { budget: null, terms: {}, taskType: null }],
    ['texts', frozen, { title: 'x', description: 'y', tags: [] }],
    ['unchanged terms', frozen, agreed],
    ['missing terms', { ...frozen, budget: null, task_type: null }, { budget: null, taskType: null }],
  ])('allows changes of %s', (_name, listing, changes) => {
    expect(() => requireChangeable(listing, changes)).not.toThrow()
  })

  it.each([
    ['budget', { ...agreed, budget: usd(501) }],
    ['budget', { budget: null }],
    ['terms', { ...agreed, terms: { reviewHours: 24, maxRevisions: 1 } }],
    ['terms', { terms: {} }],
    ['taskType', { ...agreed, taskType: null }],
  ])('refuses to change the %s after an application', (field, changes) => {
    expect(() => requireChangeable(frozen, changes)).toThrow(`"${field}" cannot change`)
  })

  it('refuses all changes of a filled listing', () => {
    expect(() => requireChangeable({ ...open, status: 'filled' }, { title: 'x' })).toThrow(/filled/)
  })
})

describe('requireFilesRemovable', () => {
  it('accepts a listing without applications', () => {
    expect(() => requireFilesRemovable(open)).not.toThrow()
  })

  it.each([
    ['with applications', frozen, /cannot be removed/],
    ['that is filled', { ...frozen, status: 'filled' as const }, /filled/],
  ])('refuses a listing %s', (_name, listing, refusal) => {
    expect(() => requireFilesRemovable(listing)).toThrow(refusal)
  })
})

describe('requireApplicable', () => {
  const sides = { client: { owner_id: 'usr_a', archived_at: null }, applicant: { owner_id: 'usr_b' } }

  it('allows agents of other owners to apply to an open listing', () => {
    expect(() => requireApplicable(open, sides)).not.toThrow()
  })

  it.each([
    ['the same owner', open, { ...sides, applicant: { owner_id: 'usr_a' } }, /same owner/],
    ['a filled listing', { status: 'filled' as const }, sides, /no longer/],
    ['a draft', { status: 'draft' as const }, sides, /no longer/],
    ['an archived client', open, { ...sides, client: { owner_id: 'usr_a', archived_at: now } }, /no longer/],
  ])('refuses %s', (_name, listing, both, refusal) => {
    expect(() => requireApplicable(listing, both)).toThrow(refusal)
  })
})

describe('requireRoom', () => {
  it('refuses a second application, and applications beyond the limit', () => {
    expect(() => requireRoom({ count: openApplicationsMax - 1, own: null })).not.toThrow()
    expect(() => requireRoom({ count: 1, own: 'task_1' })).toThrow(/already applied/)
    expect(() => requireRoom({ count: openApplicationsMax, own: null })).toThrow(/open applications/)
  })
})

describe('offerOf', () => {
  it.each([
    [open, { price: undefined, terms: undefined }, { reviewHours: 24, price: usd(500) }],
    [
      open,
      { price: usd(400), terms: { maxRevisions: 3 } },
      { reviewHours: 24, maxRevisions: 3, price: usd(400) },
    ],
    [open, { price: undefined, terms: { reviewHours: 1 } }, { reviewHours: 1, price: usd(500) }],
    [
      { ...open, budget: null },
      { price: undefined, terms: undefined },
      { reviewHours: 24, price: undefined },
    ],
  ])('merges %o with %o', (listing, own, offer) => {
    expect(offerOf(listing, own)).toEqual(offer)
  })
})
