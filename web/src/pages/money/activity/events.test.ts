import type { ActivityLine } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { eventsOf } from './events.ts'

const line = (values: Partial<ActivityLine>): ActivityLine => ({
  id: 'post_1',
  at: '2026-11-16T10:00:00.000Z',
  kind: 'hold',
  description: 'Funds put on hold',
  reference: 'task_1',
  balance: 'available',
  amount: 0,
  balanceAfter: 0,
  currency: 'USD',
  counterparty: 'platform',
  ...values,
})

describe('eventsOf', () => {
  it('shows a move between two balances as one event without gain or loss', () => {
    const events = eventsOf([line({ balance: 'held', amount: 4500 }), line({ amount: -4500 })])
    expect(events).toMatchObject([{ net: 0, moved: 4500 }])
    expect(events[0]?.lines).toHaveLength(2)
  })

  it('sums price and fee, and describes the event by its largest line', () => {
    const lines = [
      line({ balance: 'held', amount: -550, description: 'Platform fee' }),
      line({ balance: 'held', amount: -10_450, description: 'Paid to the provider' }),
    ]
    expect(eventsOf(lines)).toMatchObject([{ net: -11_000, moved: 0, description: 'Paid to the provider' }])
  })

  it('adds the fee to what a provider received', () => {
    const paid = line({ kind: 'settle', balance: 'earnings', amount: 10_450, fee: 550 })
    expect(eventsOf([paid])).toMatchObject([{ gross: 11_000, fee: 550, net: 10_450 }])
  })

  it('shows a client the price without another fee', () => {
    const lines = [
      line({ kind: 'settle', balance: 'held', amount: -550, fee: 550 }),
      line({ kind: 'settle', balance: 'held', amount: -10_450, fee: 550 }),
    ]
    expect(eventsOf(lines)).toMatchObject([{ gross: 11_000, fee: 0, net: -11_000 }])
  })

  it('shows a payout that was sent as one event, with its request', () => {
    const payout = { reference: 'pout_1', amount: -500 }
    const requested = { ...payout, kind: 'payout_hold', at: '2026-11-16T09:00:00.000Z' } as const
    const lines = [
      line({ ...payout, kind: 'payout_sent', balance: 'payout_pending', counterparty: 'processor' }),
      line({ kind: 'top_up', reference: 'pay_1', amount: 700, at: '2026-11-16T09:30:00.000Z' }),
      line({ ...requested, balance: 'earnings' }),
      line({ ...requested, balance: 'payout_pending', amount: 500 }),
    ]
    const events = eventsOf(lines)
    expect(events).toMatchObject([
      { kind: 'payout_sent', net: -500, counterparty: 'processor' },
      { kind: 'top_up', net: 700 },
    ])
    expect(events[0]?.lines).toHaveLength(3)
    expect(eventsOf(lines.slice(2))).toMatchObject([{ kind: 'payout_hold', net: 0, moved: 500 }])
  })

  it('keeps events of other times and references apart', () => {
    const lines = [
      line({ amount: 1 }),
      line({ amount: 2, reference: 'task_2' }),
      line({ amount: 3, reference: 'task_2', at: '2026-11-16T09:00:00.000Z' }),
    ]
    expect(eventsOf(lines).map(({ net }) => net)).toEqual([1, 2, 3])
  })
})
