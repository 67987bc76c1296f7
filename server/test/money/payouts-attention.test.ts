import type { Agent, PayoutAction } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minute } from '../../src/lib/clock.ts'
import { createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { asOperator, type CallOptions } from '../fixtures/operations.ts'
import { call, startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { auditActionsOn } from '../fixtures/people/organizations.ts'

let souk: Souk
let payments: PaymentActions
let ada: Person
let agent: Agent
let as: CallOptions
let finance: Person
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
  finance = await souk.operator('finance')
})
beforeEach(async () => {
  ada = await souk.person()
  agent = await souk.agent(ada)
  as = { as: await souk.key(ada, agent, { scopes: ['read', 'payout'] }) }
  await payments.earn(agent, 5000)
})
afterEach(async () => {
  expect(await payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const operations = { retry: 'retryPayout', cancel: 'cancelPayout', 'pay-back': 'payBackPayout' } as const
const act = (action: PayoutAction, payoutId: string, by: CallOptions = as) =>
  souk.call(operations[action], { payoutId }, by)
const operate = async (action: string, payoutId: string, by: CallOptions = { as: finance.token }) => {
  // The clock of these tests passes the ten minutes for which a password counts as recent.
  await souk.call('confirmPassword', { password: finance.password }, { as: finance.token })
  return call(souk.app, 'takePayoutAction', { payoutId, action }, by)
}
const listed = async () => (await souk.call('listMarketPayouts', { limit: 100 }, asOperator)).data.items
const refusedCounts = async () =>
  souk.context.metrics.registry.getSingleMetricAsString('souk_payouts_refused')
const payoutOf = async (payoutId: string) => (await souk.call('getPayout', { payoutId }, as)).data.payout
const balance = async () => (await souk.call('getBalance', {}, as)).data.balance

/** Advances the clock by some minutes and runs every due step. */
async function advanceMinutes(minutes = 4): Promise<void> {
  for (let passed = 0; passed < minutes; passed++) {
    souk.clock.advance(minute)
    await payments.settle()
  }
}

async function requestPayout(account: string): Promise<string> {
  await payments.onboard(ada, agent, account)
  const { data } = await souk.call('requestPayout', { amount: 5000, currency: 'USD' }, as)
  return data.payout.id
}

async function createStoppedPayout(account: string): Promise<string> {
  const id = await requestPayout(account)
  await advanceMinutes()
  return id
}

describe('a payout that needs attention', () => {
  it('shows the reason and the allowed actions and notifies its agent', async () => {
    const id = await createStoppedPayout('sandbox_bank_hold')
    expect(await payoutOf(id)).toMatchObject({
      status: 'needs_attention',
      failure: 'action_blocked',
      failureMessage: 'The transfer was stopped for a review of the account.',
      actions: ['retry', 'cancel'],
    })
    expect(await balance()).toMatchObject({ earnings: 0, payoutPending: 5000 })
    const { items } = (await souk.call('listNotifications', {}, as)).data
    expect(items).toContainEqual(
      expect.objectContaining({
        kind: 'payout.stopped',
        data: expect.objectContaining({ payoutId: id, actions: ['retry', 'cancel'] }),
      }),
    )
    const { blockers } = (await souk.call('checkArchive', { agentId: agent.id }, { as: ada.token })).data
    expect(blockers.map(({ kind, hint }) => [kind, /[Rr]etry, cancel/.test(hint)])).toEqual([
      ['payouts', true],
      ['payouts', true],
    ])
    expect(await listed()).toContainEqual(
      expect.objectContaining({ id, agentId: agent.id, stoppedIn: 'sending', failure: 'action_blocked' }),
    )
  })

  it.each([
    ['sandbox_bank_hold', 'retry', 'paid', 0],
    ['sandbox_bank_hold', 'cancel', 'canceled', 5000],
    ['sandbox_bank_stop', 'retry', 'paid', 0],
    ['sandbox_bank_stop', 'pay-back', 'returned', 5000],
    ['sandbox_bank_stuck', 'retry', 'returned', 5000],
  ] as const)('at %s, after the action %s, is %s', async (account, action, status, earnings) => {
    for (const actor of ['provider', 'operator'] as const) {
      const id = await createStoppedPayout(account)
      const refused = (await payoutOf(id)).actions
      const { status: responseStatus } = await (actor === 'provider' ? act(action, id) : operate(action, id))
      expect(responseStatus).toBe(200)
      // Actions that were allowed before are now refused, so that none is done twice.
      for (const other of refused) expect((await act(other, id)).status).toBe(409)
      await advanceMinutes(12)
      expect(await payoutOf(id)).toMatchObject({ status, actions: [] })
      expect(await balance()).toMatchObject({ earnings, payoutPending: 0 })
      const auditAction = { retry: 'retried', cancel: 'cancel-requested', 'pay-back': 'pay-back-requested' }[
        action
      ]
      expect(await auditActionsOn(souk, id)).toContain(`payout.${auditAction}`)
      if (earnings === 0) await payments.earn(agent, 5000)
    }
  })

  it('is acted on once by concurrent callers', async () => {
    const id = await createStoppedPayout('sandbox_bank_hold')
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => act('cancel', id)),
      ...Array.from({ length: 4 }, () => act('retry', id)),
    ])
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(7)
    await advanceMinutes(12)
    const { status } = await payoutOf(id)
    expect(await balance()).toMatchObject({ earnings: status === 'canceled' ? 5000 : 0, payoutPending: 0 })
  })

  it('refuses actions that its step does not allow', async () => {
    const held = await createStoppedPayout('sandbox_bank_hold')
    expect((await act('pay-back', held)).status).toBe(409)
    expect((await operate('pay-back', held)).status).toBe(409)
    await act('cancel', held)
    await advanceMinutes()
    const stopped = await createStoppedPayout('sandbox_bank_stop')
    expect((await act('cancel', stopped)).body).toMatchObject({
      error: expect.stringContaining('does not allow "cancel"'),
    })
    expect((await operate('cancel', stopped)).status).toBe(409)
    expect((await operate('explode', stopped)).status).toBe(400)
    expect((await operate('retry', 'pout_nothing')).status).toBe(404)
    expect((await operate('retry', stopped, { as: 'another token that is long enough' })).status).toBe(401)
  })

  it('requires access to the wallet and the payout scope', async () => {
    const id = await createStoppedPayout('sandbox_bank_hold')
    const weak = { as: await souk.key(ada, agent, { scopes: ['read', 'spend'] }) }
    const grace = await souk.person()
    const stranger = { as: grace.token, agent: (await souk.agent(grace)).id }
    for (const action of ['retry', 'cancel', 'pay-back'] as const) {
      expect((await act(action, id, weak)).status).toBe(403)
      expect((await act(action, id, stranger)).status).toBe(404)
    }
    expect((await payoutOf(id)).status).toBe('needs_attention')
  })
})

describe('the operator list of refused payouts', () => {
  it('pages through refused payouts, those that need attention first, and counts them', async () => {
    const retried = await requestPayout('sandbox_bank_limit')
    await advanceMinutes(1)
    expect(await listed()).toContainEqual(
      expect.objectContaining({ id: retried, failure: 'payouts_limit_exceeded' }),
    )
    await payments.earn(agent, 5000)
    const stopped = await createStoppedPayout('sandbox_bank_hold')
    const read: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null && read.length < 50;) {
      const input: { limit: number; cursor?: string } = { limit: 1, ...(cursor === '' ? {} : { cursor }) }
      const { items, nextCursor } = (await souk.call('listMarketPayouts', input, asOperator)).data
      expect(items.length).toBeLessThanOrEqual(1)
      read.push(...items.map(({ id }) => id))
      cursor = nextCursor
    }
    expect(read).toEqual((await listed()).map(({ id }) => id))
    expect(read).toContain(stopped)
    const states = (await listed()).map(({ status }) => status)
    const waiting = states.filter((status) => status === 'needs_attention').length
    expect(states.slice(0, waiting)).not.toContain('in_transit')
    const text = await refusedCounts()
    expect(text).toContain(`{waits_for="person"} ${waiting}`)
    expect(text).toContain(`{waits_for="retry"} ${states.length - waiting}`)
    expect(new Set(read).size).toBe(read.length)
  })
})

describe('cancelPayout', () => {
  it('cancels a payout that no worker has claimed', async () => {
    const id = await requestPayout('sandbox_bank_ok')
    expect((await payoutOf(id)).actions).toEqual(['cancel'])
    expect((await act('cancel', id)).data.payout).toMatchObject({ status: 'canceled', actions: [] })
    expect(await balance()).toMatchObject({ earnings: 5000, payoutPending: 0 })
    await advanceMinutes()
    expect((await act('cancel', id)).status).toBe(409)
    expect(await balance()).toMatchObject({ earnings: 5000, payoutPending: 0 })
  })
})

describe('a payout with a temporary refusal', () => {
  it('is retried automatically and shows why it waits', async () => {
    const id = await createStoppedPayout('sandbox_bank_limit')
    await advanceMinutes(12)
    expect(await payoutOf(id)).toMatchObject({ status: 'paid', failure: null, failureMessage: null })
    expect(await listed()).not.toContainEqual(expect.objectContaining({ id }))
  })
})
