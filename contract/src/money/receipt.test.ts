import { describe, expect, it } from 'vitest'
import type { ActivityLine } from '../shapes/money/payment.ts'
import { receiptOf } from './receipt.ts'

const line = (values: Partial<ActivityLine>): ActivityLine => ({
  id: 'post_1',
  at: '2026-11-16T10:00:00.000Z',
  kind: 'settle',
  description: 'Paid',
  reference: 'task_1',
  balance: 'held',
  amount: 0,
  balanceAfter: 0,
  currency: 'USD',
  counterparty: 'agt_1',
  ...values,
})
describe('receiptOf', () => {
  it('shows a client what was paid, with the fee inside', () => {
    const lines = [
      line({ amount: -14_250, fee: 750 }),
      line({ amount: -750, counterparty: 'platform', fee: 750 }),
    ]
    expect(receiptOf({ role: 'client', feeBps: 500 }, lines)).toEqual({
      currency: 'USD',
      gross: 15_000,
      fee: 750,
      feeBps: 500,
      net: 15_000,
    })
  })

  it.each(['settle', 'rule'])('shows a provider the payment of a %s, the fee and what arrived', (kind) => {
    const lines = [line({ balance: 'earnings', amount: 14_250, kind, fee: 750 })]
    expect(receiptOf({ role: 'provider', feeBps: 500 }, lines)).toEqual({
      currency: 'USD',
      gross: 15_000,
      fee: 750,
      feeBps: 500,
      net: 14_250,
    })
  })

  it('omits the fee for a provider of a market without one', () => {
    const lines = [line({ balance: 'earnings', amount: 5700 })]
    expect(receiptOf({ role: 'provider', feeBps: 0 }, lines)).toMatchObject({
      gross: 5700,
      fee: 0,
      net: 5700,
    })
  })

  it('returns undefined if nothing was paid', () => {
    expect(receiptOf({ role: 'client', feeBps: 500 }, [line({ kind: 'hold', amount: -1 })])).toBe(undefined)
  })
})
