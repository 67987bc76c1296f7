import { describe, expect, it } from 'vitest'
import type { ActivityLine } from '../shapes/payment.ts'
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
const terms = {
  price: { amount: 15_000, currency: 'USD' },
  reviewHours: 72,
  maxRevisions: 1,
  onSilence: 'accept' as const,
}

describe('receiptOf', () => {
  it('shows a client what was paid, with the fee inside', () => {
    const lines = [line({ amount: -14_250 }), line({ amount: -750, counterparty: 'platform' })]
    expect(receiptOf({ role: 'client', terms, reason: 'accepted' }, lines)).toEqual({
      currency: 'USD',
      gross: 15_000,
      fee: 750,
      net: 15_000,
    })
  })

  it('shows a provider the price, the fee and what arrived', () => {
    const lines = [line({ balance: 'earnings', amount: 14_250 })]
    expect(receiptOf({ role: 'provider', terms, reason: 'auto_accepted' }, lines)).toEqual({
      currency: 'USD',
      gross: 15_000,
      fee: 750,
      net: 14_250,
    })
  })

  it('does not guess the fee of a divided payment', () => {
    const lines = [line({ balance: 'earnings', amount: 5700, kind: 'rule' })]
    expect(receiptOf({ role: 'provider', terms, reason: 'ruled' }, lines)).toMatchObject({
      gross: 5700,
      fee: 0,
    })
  })

  it('is missing if nothing was paid', () => {
    expect(
      receiptOf({ role: 'client', terms, reason: 'expired' }, [line({ kind: 'hold', amount: -1 })]),
    ).toBe(undefined)
  })
})
