import { describe, expect, it } from 'vitest'
import { diagnoseStripe, type StripeFacts } from './diagnose.ts'

const facts: StripeFacts = {
  origin: 'https://souk.example.com',
  currency: 'USD',
  production: true,
  key: 'rk_live_x',
  secrets: 3,
  reachable: true,
  account: undefined,
  balance: { object: 'balance', available: [{ amount: 0, currency: 'usd' }], livemode: true, pending: [] },
  refusals: [],
  destinations: undefined,
}

const stateOf = (name: string, changes: Partial<StripeFacts>) =>
  diagnoseStripe({ ...facts, ...changes }).find((finding) => finding.name === name)?.state

describe('diagnoseStripe', () => {
  it.each([
    ['rk_live_x', true, 'ok'],
    ['rk_live_x', false, 'error'],
    ['rk_test_x', false, 'ok'],
    ['rk_test_x', true, 'warning'],
    ['sk_live_x', true, 'warning'],
    ['sk_test_x', false, 'warning'],
  ])('judges %s with NODE_ENV=production %s: %s', (key, production, state) => {
    expect(stateOf('Stripe key', { key, production })).toBe(state)
  })

  it.each([
    [0, 'error'],
    [2, 'error'],
    [3, 'ok'],
    [4, 'ok'],
  ])('judges %i signing secrets: %s', (secrets, state) => {
    expect(stateOf('Stripe webhook secrets', { secrets })).toBe(state)
  })

  it('distinguishes unreadable facts from problems', () => {
    const unread = { balance: undefined }
    expect(stateOf('Stripe account', unread)).toBe('warning')
    expect(stateOf('Stripe currency', unread)).toBe('warning')
    expect(stateOf('Stripe events: account', unread)).toBe('warning')
    expect(stateOf('Stripe currency', {})).toBe('ok')
    const forbidden = { permission: 'x', resource: 'Accounts', failed: 'forbidden', words: '' } as const
    expect(stateOf('Stripe Connect', { refusals: [forbidden] })).toBe('warning')
    expect(stateOf('Stripe Connect', { refusals: [{ ...forbidden, failed: 'refused' }] })).toBe('error')
  })

  it('returns a next step for every finding that is not ok', () => {
    const findings = diagnoseStripe({ ...facts, key: 'sk_test_x', secrets: 0, balance: undefined })
    for (const { state, nextStep } of findings) expect(nextStep === undefined).toBe(state === 'ok')
  })
})
