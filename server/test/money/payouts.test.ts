import { sql } from 'kysely'
import type { Agent } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../src/lib/clock.ts'
import { createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'

let souk: Souk
let payments: PaymentActions
let ada: Person
let agent: Agent
let as: CallOptions
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
})
beforeEach(async () => {
  ada = await souk.person()
  agent = await souk.agent(ada)
  as = { as: ada.token, agent: agent.id }
})
afterEach(async () => {
  expect(await payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const request = (amount?: number) =>
  souk.call('requestPayout', { currency: 'USD', ...(amount === undefined ? {} : { amount }) }, as)

/** Advances the clock in steps until the payout is final. */
async function followed(payoutId: string): Promise<string> {
  for (let step = 0; step < 12; step++) {
    await payments.settle()
    souk.clock.advance(12 * hour)
    const key = await souk.call('createSession', { email: ada.email, password: ada.password })
    as = { as: key.data.token, agent: agent.id }
    const { status } = (await souk.call('getPayout', { payoutId }, as)).data.payout
    if (['paid', 'failed', 'returned', 'needs_attention'].includes(status) && step > 8) return status
  }
  return (await souk.call('getPayout', { payoutId }, as)).data.payout.status
}

describe('startOnboarding', () => {
  it('opens a page whose completion makes the agent payable', async () => {
    const status = async () => (await souk.call('getOnboarding', {}, as)).data.onboarding.status
    expect(await status()).toBe('not_started')
    const { data } = await souk.call('startOnboarding', { country: 'US' }, as)
    expect(data.session.url).toContain('/sandbox/onboard/')
    expect(await status()).not.toBe('active')
    await payments.complete(data.session, { bank: 'sandbox_bank_ok' })
    await payments.settle()
    expect(await status()).toBe('active')
  })

  it('requires a scope that keys do not have by default', async () => {
    expect((await souk.call('startOnboarding', {}, { as: await souk.key(ada, agent) })).status).toBe(403)
  })
})

describe('a payout account', () => {
  it('notifies its agent when it becomes active', async () => {
    await payments.onboard(ada, agent)
    const { rows } = await sql<{ kind: string }>`
      select kind from outbox where agent_id = ${agent.id} union all select kind from events where agent_id = ${agent.id}`.execute(
      souk.context.database,
    )
    expect(rows).toEqual([{ kind: 'payments.changed' }])
  })
})

describe('requestPayout', () => {
  it('enforces the minimum and maximum even without an amount', async () => {
    await payments.onboard(ada, agent)
    await payments.earn(agent, 500)
    await request(405)
    expect((await request(95)).status).toBe(422)
    const little = await request()
    expect([little.status, little.body['error']]).toEqual([
      402,
      'Eligible earnings of USD 0.95 are below the minimum payout of USD 1.00.',
    ])
    await payments.earn(agent, 99_000_000)
    await payments.earn(agent, 51_000_000)
    expect((await request()).data.payout.amount.amount).toBe(99_999_999)
    expect(await payments.balance(ada, agent)).toMatchObject({ earnings: 50_000_096 })
  })

  it('sends the payout soon after the payment of the client settles', async () => {
    const isolated = await startSouk()
    const actions = createPaymentActions(isolated)
    const person = await isolated.person()
    const worker = await isolated.agent(person)
    await actions.onboard(person, worker)
    // The processor deducts fees, so the top-up must exceed the payout.
    await actions.topUp(person, worker, 5000)
    await actions.earn(worker, 700)
    const asPerson = { as: person.token, agent: worker.id }
    const { data } = await isolated.call('requestPayout', { amount: 700, currency: 'USD' }, asPerson)
    const state = async () =>
      (await isolated.call('getPayout', { payoutId: data.payout.id }, asPerson)).data.payout.status
    await actions.settle()
    expect(await state()).toBe('sending')
    for (let minutes = 0; minutes < 2; minutes++) {
      isolated.clock.advance(minute)
      await actions.settle()
    }
    expect(await state()).not.toBe('sending')
    await isolated.stop()
  })

  it('pays out earnings only', async () => {
    await payments.topUp(ada, agent, 9000)
    await payments.earn(agent, 5000)
    expect((await request()).status).toBe(409)
    await payments.onboard(ada, agent)
    expect((await request(5001)).status).toBe(402)
    const { data } = await request(3000)
    expect(data.payout).toMatchObject({ status: 'requested', amount: { amount: 3000, currency: 'USD' } })
    expect(await payments.balance(ada, agent)).toMatchObject({
      available: 9000,
      earnings: 2000,
      payoutPending: 3000,
    })
    expect(await followed(data.payout.id)).toBe('paid')
    expect((await souk.call('getBalance', {}, as)).data.balance).toMatchObject({
      earnings: 2000,
      payoutPending: 0,
    })
  })

  it('pays all cleared earnings without an amount', async () => {
    await payments.earn(agent, 5000)
    await payments.onboard(ada, agent)
    expect((await request()).data.payout.amount.amount).toBe(5000)
    expect((await request()).status).toBe(402)
  })

  it('restores earnings when the bank returns it', async () => {
    await payments.earn(agent, 5000)
    await payments.onboard(ada, agent, 'sandbox_bank_return')
    const { data } = await request()
    expect(await followed(data.payout.id)).toBe('returned')
    expect((await souk.call('getBalance', {}, as)).data.balance).toMatchObject({
      earnings: 5000,
      payoutPending: 0,
    })
  })

  it('restores earnings when the bank refuses it', async () => {
    await payments.earn(agent, 5000)
    await payments.onboard(ada, agent, 'sandbox_bank_fail')
    const { data } = await request()
    expect(['returned', 'failed']).toContain(await followed(data.payout.id))
    expect((await souk.call('getBalance', {}, as)).data.balance).toMatchObject({
      earnings: 5000,
      payoutPending: 0,
    })
  })

  it('pays each cent once under ten concurrent requests for all earnings', async () => {
    await payments.earn(agent, 5000)
    await payments.onboard(ada, agent)
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => request(5000)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 402)).toHaveLength(9)
  })

  it('waits until earnings clear', async () => {
    const soukWithHold = await startSouk({
      settings: { ...souk.context.config.settings, earningsHoldMs: 7 * day },
    })
    const vault = createPaymentActions(soukWithHold)
    const person = await soukWithHold.person()
    const provider = await soukWithHold.agent(person)
    await vault.earn(provider, 5000)
    await vault.onboard(person, provider)
    const requestPayout = (token: string) =>
      soukWithHold.call('requestPayout', { currency: 'USD' }, { as: token, agent: provider.id })
    const ofEarnings = async (token: string) => {
      const { balance } = (await soukWithHold.call('getBalance', {}, { as: token, agent: provider.id })).data
      return [balance.earnings, balance.cleared]
    }
    expect((await requestPayout(person.token)).status).toBe(402)
    expect(await ofEarnings(person.token)).toEqual([5000, 0])
    soukWithHold.clock.advance(7 * day + 1)
    const again = await soukWithHold.call('createSession', { email: person.email, password: person.password })
    expect(await ofEarnings(again.data.token)).toEqual([5000, 5000])
    expect((await requestPayout(again.data.token)).status).toBe(200)
    await soukWithHold.stop()
  })

  it('lists payouts for callers with access to the wallet', async () => {
    await payments.earn(agent, 5000)
    await payments.onboard(ada, agent)
    const { data } = await request(1000)
    expect((await souk.call('listPayouts', {}, as)).data.items.map(({ id }) => id)).toEqual([data.payout.id])
    const grace = await souk.person()
    const other = await souk.agent(grace)
    const asGrace = { as: grace.token, agent: other.id }
    expect((await souk.call('getPayout', { payoutId: data.payout.id }, asGrace)).status).toBe(404)
  })
})
