import type { Agent } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { post } from '../../src/money/ledger/post.ts'
import { reconcile } from '../../src/money/ledger/reconcile.ts'
import { hold, settle } from '../../src/money/ledger/recipes.ts'
import { day } from '../../src/lib/clock.ts'
import { createStripeClient } from '../../src/money/processor/stripe/client.ts'
import { destinations, type Destination } from '../../src/money/processor/stripe/destinations.ts'
import { createStripeProcessor } from '../../src/money/processor/stripe/processor.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { startFakeStripe, type FakeStripe } from '../fixtures/fake-stripe/fake-stripe.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'

const webhookSecret = 'whsec_the_one_of_these_tests'
const card = '4242424242424242'

let souk: Souk
let fake: FakeStripe
let stripe: Awaited<ReturnType<typeof createStripeClient>>
let ada: Person
let agent: Agent
let as: CallOptions
beforeAll(async () => {
  const { settings } = readConfig({ STRIPE_SECRET_KEY: 'rk_test_fake', EARNINGS_HOLD_DAYS: '0' })
  souk = await startSouk({ settings }, async (clock) => {
    fake = await startFakeStripe({ clock, webhookSecret })
    stripe = await createStripeClient({
      key: 'rk_test_fake',
      fakeServer: { host: '127.0.0.1', port: fake.port },
    })
    return createStripeProcessor({
      stripe,
      key: 'rk_test_fake',
      book: 'test',
      webhookSecrets: [webhookSecret],
      clock,
    })
  })
  ada = await souk.person()
  agent = await souk.agent(ada)
  as = { as: ada.token, agent: agent.id }
})
afterAll(async () => {
  await souk.stop()
  await fake.stop()
})

/** Stripe sends an event only to destinations subscribed to its type. */
function destinationOf(event: { object: string; type: string; account?: string }): Destination | undefined {
  const payload = event.object === 'event' ? 'snapshot' : 'thin'
  const from = payload === 'thin' || event.account !== undefined ? '@accounts' : '@self'
  return destinations.find(
    (one) => one.payload === payload && one.from === from && one.events.includes(event.type),
  )
}

/** Delivers events to the public endpoints as Stripe does, then runs the workers. */
async function processEvents(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    for (const { rawBody, headers } of fake.deliveries()) {
      const destination = destinationOf(JSON.parse(rawBody.toString()))
      if (destination === undefined) continue
      const url = destination.path
      const response = await souk.app.inject({ method: 'POST', url, payload: rawBody, headers })
      expect(response.statusCode).toBe(200)
    }
    await souk.work()
  }
}

const balance = async () => (await souk.call('getBalance', {}, as)).data.balance
const sessionOf = (url: string) => [...fake.state.sessions.keys()].find((id) => url.includes(id)) ?? ''

describe('payments with a fake Stripe', () => {
  it('top up by hosted page', async () => {
    const { data } = await souk.call('startTopUp', { amount: 10_000, currency: 'USD' }, as)
    fake.visit(sessionOf(data.session.url), card)
    await processEvents()
    expect(await balance()).toMatchObject({ available: 10_000 })
  })

  it('charge the saved card', async () => {
    const caps = { maxPerCharge: 5000, maxPerDay: 10_000, currency: 'USD' }
    const { data } = await souk.call('bootstrapAuthority', caps, as)
    fake.visit(sessionOf(data.session.url), card)
    await processEvents()
    expect((await souk.call('getAuthority', {}, as)).data.authority.status).toBe('active')
    const funded = await souk.call('fundBalance', { amount: 2000, currency: 'USD' }, as)
    expect(funded.data.payment.status).toBe('succeeded')
    await processEvents()
    expect(await balance()).toMatchObject({ available: 12_000 })
  })

  it('debit the wallet for a refund made in the dashboard', async () => {
    const [intent] = fake.state.intents.keys()
    await stripe.refunds.create({ payment_intent: intent ?? '', amount: 1000 })
    await processEvents()
    expect(await balance()).toMatchObject({ available: 11_000, owed: 0 })
  })

  it('pay out earnings', async () => {
    const provider = await souk.agent(ada)
    const task = {
      book: 'test',
      currency: 'USD',
      taskId: 'task_by_stripe',
      clientId: idOf(agent),
      amount: 6000n,
    } as const
    await souk.context.store.write(async (tx) => {
      await post(tx, hold(task), { actor: 'system' })
      await post(tx, settle({ ...task, providerId: idOf(provider), feeBps: 500 }), { actor: 'system' })
    })
    const paid = { as: ada.token, agent: provider.id }
    await souk.call('startOnboarding', { country: 'US' }, paid)
    fake.onboard([...fake.state.accounts.keys()][0] ?? '', 'sandbox_bank_ok')
    await processEvents()
    expect((await souk.call('getOnboarding', {}, paid)).data.onboarding.status).toBe('active')
    fake.pass(3 * day)
    const { data } = await souk.call('requestPayout', { currency: 'USD' }, paid)
    expect(data.payout.amount.amount).toBe(5700)
    for (let days = 0; days < 3; days++) {
      await processEvents()
      fake.pass(day)
    }
    await processEvents()
    const ended = await souk.call('getPayout', { payoutId: data.payout.id }, paid)
    expect(ended.data.payout.status).toBe('paid')
    const { checks } = await souk.context.store.read(reconcile)
    expect(checks.filter(({ violations }) => violations > 0)).toEqual([])
    expect(souk.loggedErrors).toEqual([])
  })
})

describe('an Idempotency-Key that Stripe has forgotten', () => {
  const available = async () => (await balance()).available
  beforeAll(async () => {
    const { data } = await souk.call('createSession', { email: ada.email, password: ada.password })
    as = { as: await souk.key({ ...ada, token: data.token }, agent) }
  })

  it('opens a top-up of its own, which is credited', async () => {
    const weekly = { ...as, headers: { 'idempotency-key': 'weekly' } }
    const before = await available()
    for (let week = 0; week < 2; week++) {
      const { data } = await souk.call('startTopUp', { amount: 3000, currency: 'USD' }, weekly)
      expect(fake.visit(sessionOf(data.session.url), card)).toBe('completed')
      await processEvents()
      fake.pass(7 * day)
      await processEvents()
    }
    expect(await available()).toBe(before + 6000)
  })

  it.each([
    ['its event arrives', () => processEvents()],
    ['its event is lost and it is refunded', () => Promise.resolve(fake.deliveries())],
  ])('credits a second payment under one id as a payment of its own, once, when %s', async (_when, hear) => {
    const { data } = await souk.call('startTopUp', { amount: 4000, currency: 'USD' }, as)
    const { id } = data.session
    fake.visit(sessionOf(data.session.url), card)
    await processEvents()
    const before = await available()
    fake.pass(2 * day)
    const [customerRef = ''] = fake.state.customers.keys()
    const amount = { amount: 4000n, currency: 'USD' }
    const again = { id, customerRef, amount, returnUrl: 'https://souk.test/money' }
    const { url } = await souk.context.ports.processor.createTopupSession(again)
    fake.visit(sessionOf(url), card)
    const known = new Set(fake.state.intents.keys())
    await hear()
    const intent = [...known].at(-1) ?? ''
    await stripe.refunds.create({ payment_intent: intent, amount: 1500 })
    await processEvents()
    expect(await available()).toBe(before + 2500)
    const rows = await souk.context.database
      .selectFrom('payments')
      .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
      .select(['payments.id', 'payments.payment_ref'])
      .where('payments.payment_ref', '=', intent)
      .execute()
    expect(rows).toEqual([{ id: expect.not.stringContaining(id), payment_ref: intent }])
    const { checks } = await souk.context.store.read(reconcile)
    expect(checks.filter(({ violations }) => violations > 0)).toEqual([])
  })
})
