import type { Balance } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { effectsOf } from './effects.ts'

const balance: Balance = {
  currency: 'USD',
  available: 10_000,
  held: 2000,
  earnings: 5000,
  cleared: 5000,
  pending: 0,
  pendingReason: null,
  payoutPending: 0,
  owed: 0,
  restricted: false,
  debtPlan: null,
}
const amount = { amount: 1500, currency: 'USD' }

describe('effectsOf', () => {
  it.each([
    [
      'award',
      [
        { account: 'available', before: 10_000, after: 8500 },
        { account: 'held', before: 2000, after: 3500 },
      ],
    ],
    ['accept', [{ account: 'held', before: 2000, after: 500 }]],
    ['fund', [{ account: 'available', before: 10_000, after: 11_500 }]],
    ['payout', [{ account: 'earnings', before: 5000, after: 3500 }]],
    ['deliver', []],
  ] as const)('shows what %s changes', (action, effects) => {
    expect(effectsOf({ action, amount }, balance)).toEqual(effects)
  })

  it('changes no balance without an amount', () => {
    expect(effectsOf({ action: 'award', amount: null }, balance)).toEqual([])
  })
})
