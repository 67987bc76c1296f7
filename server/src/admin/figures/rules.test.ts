import { describe, expect, it } from 'vitest'
import { day } from '../../lib/clock.ts'
import { periodOf, viewFigures } from './rules.ts'

const now = new Date('2026-11-15T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * day)

describe('periodOf', () => {
  it('ends now and has 30 intervals by default', () => {
    const none = { from: undefined, to: undefined }
    expect(periodOf(none, 'day', now)).toEqual({ from: ago(30), to: now })
    expect(periodOf(none, 'week', now)).toEqual({ from: ago(210), to: now })
  })

  it.each([
    ['the same time', ago(0), 'before "to"'],
    ['a later time', ago(-1), 'before "to"'],
    ['too many intervals', ago(400), 'at most 399 intervals'],
  ])('refuses %s', (_name, from, message) => {
    expect(() => periodOf({ from: from.toISOString(), to: undefined }, 'day', now)).toThrow(message)
  })
})

describe('viewFigures', () => {
  const empty = {
    start: now,
    volume: 0,
    fees: 0,
    toppedUp: 0,
    paidOut: 0,
    tasks: 0,
    clients: 0,
    providers: 0,
    signUps: 0,
    listings: 0,
    timeToApplication: null,
    timeToAward: null,
    timeToDelivery: null,
    held: 0,
    returned: 0,
    ended: 0,
    disputed: 0,
  }

  it('omits rates without activity', () => {
    expect(viewFigures(empty)).toMatchObject({ takeRate: null, disputeRate: null, refundRate: null })
  })

  it('derives the rates', () => {
    const row = { ...empty, volume: 3000, fees: 150, held: 4000, returned: 1000, ended: 3, disputed: 1 }
    expect(viewFigures(row)).toMatchObject({ takeRate: 0.05, disputeRate: 0.3333, refundRate: 0.25 })
  })
})
