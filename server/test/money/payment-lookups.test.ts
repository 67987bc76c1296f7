import type { Agent } from 'souk-contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { goodCard, createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'
import { openStripeMarket } from './processor/contract/stripe-market.ts'

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
afterAll(async () => {
  expect(souk.loggedErrors).toEqual([])
  await souk.stop()
})

const start = async () => (await souk.call('startTopUp', { amount: 5000, currency: 'USD' }, as)).data.session

describe('getTopUp', () => {
  it('returns an open session before the person has paid', async () => {
    const { id: topUpId, url } = await start()
    const { data } = await souk.call('getTopUp', { topUpId }, as)
    expect(data.session).toMatchObject({ id: topUpId, url, status: 'open' })
    expect(data.payment).toMatchObject({ id: topUpId, status: 'open', kind: 'top_up' })
  })

  it('shows a completed page and its money before any event has arrived', async () => {
    const session = await start()
    await payments.complete(session, { card: goodCard })
    const { data } = await souk.call('getTopUp', { topUpId: session.id }, as)
    expect(data.payment).toMatchObject({ status: 'succeeded', amount: { amount: 5000, currency: 'USD' } })
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 5000 })
  })

  it('counts the money once, however many lookups and events report it', async () => {
    const session = await start()
    await payments.complete(session, { card: goodCard })
    const look = () => souk.call('getTopUp', { topUpId: session.id }, as)
    await Promise.all([look(), look(), payments.settle(), look()])
    await payments.settle()
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 5000 })
  })

  it('returns the stored state while the processor is unreachable', async () => {
    const market = await openStripeMarket()
    try {
      const person = await market.souk.person()
      const options = { as: person.token, agent: (await market.souk.agent(person)).id }
      const opened = await market.souk.call('startTopUp', { amount: 5000, currency: 'USD' }, options)
      market.fake.break('reset_before', { method: 'GET', times: 9 })
      const { status, data } = await market.souk.call(
        'getTopUp',
        { topUpId: opened.data.session.id },
        options,
      )
      expect([status, data.session.status]).toEqual([200, 'open'])
    } finally {
      await market.stop()
    }
  })

  it('returns 404 to strangers and for other payments', async () => {
    const { id: topUpId } = await start()
    const grace = await souk.person()
    const other = await souk.agent(grace)
    const stranger = await souk.call('getTopUp', { topUpId }, { as: grace.token, agent: other.id })
    const nonsense = await souk.call('getTopUp', { topUpId: 'pay_nothing' }, as)
    expect([stranger.status, nonsense.status]).toEqual([404, 404])
  })
})

describe('getPayment', () => {
  it('returns a payment of the wallet', async () => {
    const { id: paymentId } = await start()
    expect((await souk.call('getPayment', { paymentId }, as)).data.payment).toMatchObject({
      id: paymentId,
      kind: 'top_up',
      status: 'open',
    })
  })

  it('returns 404 to strangers', async () => {
    const { id: paymentId } = await start()
    const grace = await souk.person()
    const other = await souk.agent(grace)
    const { status } = await souk.call('getPayment', { paymentId }, { as: grace.token, agent: other.id })
    expect(status).toBe(404)
  })
})
