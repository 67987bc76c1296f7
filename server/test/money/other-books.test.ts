import type { Agent } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minute } from '../../src/lib/clock.ts'
import { newId, type Id } from '../../src/lib/ids.ts'
import { applyReversal, applyTransfer } from '../../src/money/payouts/apply-payout.ts'
import { leaseDuePayouts } from '../../src/money/payouts/queries.ts'
import { idOf, createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'

let souk: Souk
let payments: PaymentActions
let ada: Person
let agent: Agent
let as: CallOptions
/** A payout in the current book, whose amount is in `payoutPending`. */
let own: string
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
})
beforeEach(async () => {
  ada = await souk.person()
  agent = await souk.agent(ada)
  as = { as: ada.token, agent: agent.id }
  await payments.earn(agent, 5000)
  await payments.onboard(ada, agent, 'sandbox_bank_ok')
  own = (await souk.call('requestPayout', { amount: 5000, currency: 'USD' }, as)).data.payout.id
})
afterEach(async () => {
  expect(await payments.balance(ada, agent)).toMatchObject({ earnings: 0, payoutPending: 5000 })
  await souk.context.database.deleteFrom('payouts').where('book', '=', 'live').execute()
  expect(await payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

/** A payout from before a change of processor: its money is in another book. */
async function insertSandboxPayout(stopped_in: 'sending' | null): Promise<Id<'pout'>> {
  const now = souk.clock.now()
  const id = newId('pout', now)
  await souk.context.database
    .insertInto('payouts')
    .values({
      id,
      agent_id: idOf(agent),
      book: 'live',
      amount: 5000n,
      currency: 'USD',
      state: stopped_in === null ? 'requested' : 'needs_attention',
      stopped_in,
      failure: 'action_blocked',
      account_ref: 'acct_elsewhere',
      step_since: now,
      due_at: stopped_in === null ? now : null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

describe('a payout of another book', () => {
  it.each([null, 'sending'] as const)('is hidden from its agent when stopped in %s', async (stopped) => {
    const payoutId = await insertSandboxPayout(stopped)
    for (const operation of ['getPayout', 'retryPayout', 'cancelPayout', 'payBackPayout'] as const) {
      expect((await souk.call(operation, { payoutId }, as)).status, operation).toBe(404)
    }
  })

  it('is hidden from operators', async () => {
    const payoutId = await insertSandboxPayout('sending')
    const input = { payoutId, action: 'cancel' } as const
    const { token } = await souk.operator('finance')
    expect((await souk.call('takePayoutAction', input, { as: token })).status).toBe(404)
  })

  it('is neither sent nor changed by events of the processor', async () => {
    const id = await insertSandboxPayout(null)
    const leased = await souk.context.store.write(leaseDuePayouts)
    expect(leased.map((payout) => payout.id)).toEqual([own])
    const amount = { amount: 5000n, currency: 'USD' }
    const transfer = { id, ref: 'tr_1', accountRef: 'acct_elsewhere', amount, reversed: amount }
    await souk.context.store.write((tx) => applyTransfer(tx, { ...transfer, status: 'reversed' }))
    await souk.context.store.write((tx) => applyReversal(tx, id))
  })

  it('does not count as overdue', async () => {
    await insertSandboxPayout(null)
    souk.clock.advance(minute)
    await souk.context.store.write(leaseDuePayouts)
    const text = await souk.context.metrics.registry.getSingleMetricAsString('souk_work_late_seconds')
    expect(text).toContain('{work="payouts"} 0')
  })
})

describe('a top-up of another book', () => {
  it('is not polled', async () => {
    const now = souk.clock.now()
    const { database } = souk.context
    const id = newId('pay', now)
    const dates = { due_at: now, created_at: now, updated_at: now }
    const sum = { amount: 5000n, currency: 'USD' }
    await database
      .insertInto('payments')
      .values({ id, agent_id: idOf(agent), book: 'live', kind: 'top_up', state: 'open', ...sum, ...dates })
      .execute()
    await souk.work(['payments'])
    const deleted = await database.deleteFrom('payments').where('id', '=', id).returning('attempts').execute()
    expect(deleted).toEqual([{ attempts: 0 }])
  })
})
