import { describe, expect, it } from 'vitest'
import { settledTaskOf, type EndedTask } from './rules.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 15, 12, minutes))
const terms = { reviewHours: 72, maxRevisions: 2, onSilence: 'accept' as const }
const price = { amount: 1000, currency: 'USD' }
const deliverBy = at(30).toISOString()

/** Asked at noon, answered after a minute and a half, delivered after ten, accepted after twenty. */
const accepted: EndedTask = {
  task_id: 'task_x',
  provider_id: 'agt_p',
  client_id: 'agt_c',
  provider_owner_id: 'usr_p',
  client_owner_id: 'usr_c',
  colleagues: false,
  phase: 'completed',
  reason: 'accepted',
  terms: { ...terms, price },
  agreed: true,
  taken_up: true,
  disputed: false,
  asked_at: at(0),
  answered_at: new Date(at(1).getTime() + 30_999),
  delivered_at: at(10),
  ended_at: at(20),
}
const failed = { phase: 'failed', reason: 'expired', delivered_at: null } as const

describe('settledTask', () => {
  it('records the amount, the payer and the outcome', () => {
    expect(settledTaskOf(accepted)).toEqual({
      task_id: 'task_x',
      provider_id: 'agt_p',
      client_id: 'agt_c',
      client_owner_id: 'usr_c',
      paid: true,
      on_time: null,
      accepted: true,
      response_seconds: 90,
      disputed: false,
      settled_at: at(20),
    })
  })

  it.each([
    ['between agents of one owner', { client_owner_id: 'usr_p' }],
    ['between agents of one organization', { colleagues: true }],
    ['without a price', { terms }],
    ['with a price of nothing', { terms: { ...terms, price: { ...price, amount: 0 } } }],
    ['that was never agreed on', { agreed: false }],
    ['that the provider never took up', { ...failed, taken_up: false, answered_at: null }],
    ['that the client canceled', { ...failed, phase: 'canceled', reason: 'client_canceled' }],
  ] as const)('excludes a task %s', (_name, changes) => {
    expect(settledTaskOf({ ...accepted, ...changes })).toBeUndefined()
  })

  it.each([
    ['at the deadline', { delivered_at: at(30) }, true],
    ['after the deadline', { delivered_at: new Date(at(30).getTime() + 1) }, false],
    ['never', { ...failed, ended_at: at(30) }, false],
    ['never, and ended before the deadline', failed, null],
  ] as const)('says of a delivery %s whether it was on time', (_name, changes, onTime) => {
    const ended = { ...accepted, terms: { ...terms, price, deliverBy }, ...changes }
    expect(settledTaskOf(ended)?.on_time).toBe(onTime)
  })

  it.each([
    ['accepted', 'completed', true],
    ['auto_accepted', 'completed', false],
    ['ruled', 'completed', false],
    ['refunded', 'failed', false],
    ['provider_failed', 'failed', null],
  ] as const)('judges a delivery that ended as %s', (reason, phase, outcome) => {
    expect(settledTaskOf({ ...accepted, reason, phase })).toMatchObject({
      accepted: outcome,
      paid: phase === 'completed',
    })
  })

  it('omits judgments without a delivery, and answers without an answer time', () => {
    expect(settledTaskOf({ ...accepted, ...failed, answered_at: null })).toMatchObject({
      accepted: null,
      response_seconds: null,
      paid: false,
    })
  })
})
