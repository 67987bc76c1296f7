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

  it('keeps events of other times and references apart', () => {
    const lines = [
      line({ amount: 1 }),
      line({ amount: 2, reference: 'task_2' }),
      line({ amount: 3, reference: 'task_2', at: '2026-11-16T09:00:00.000Z' }),
    ]
    expect(eventsOf(lines).map(({ net }) => net)).toEqual([1, 2, 3])
  })
})
