/** An Idempotency-Key identifies one payment of one caller in one book, for 24 hours. */
import { randomUUID } from 'node:crypto'
import type { Agent } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour } from '../../src/lib/clock.ts'
import {
  goodCard,
  createPaymentActions,
  idOf,
  type PaymentActions,
} from '../fixtures/money/payment-actions.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'

let souk: Souk
let payments: PaymentActions
let ada: Person
let agent: Agent
/** The same key for every call of a test. */
let headers: Record<string, string>
let as: CallOptions
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
})
beforeEach(async () => {
  ada = await souk.person()
  agent = await souk.agent(ada)
  headers = { 'idempotency-key': randomUUID() }
  as = { as: ada.token, agent: agent.id, headers }
})
afterEach(async () => {
  expect(await payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const usd = (amount: number) => ({ amount, currency: 'USD' })
const startTopUp = async (options = as) => (await souk.call('startTopUp', usd(5000), options)).data.session
const loseReplies = () => souk.context.database.deleteFrom('idempotency_keys').execute()
const countPages = async () => {
  const rows = await souk.context.database.selectFrom('sandbox_sessions').select('id').execute()
  return rows.length
}

/** A day later, when stored responses have been deleted. */
async function waitADay(): Promise<void> {
  souk.clock.advance(day + hour)
  await souk.work(['sweep'])
  const { data } = await souk.call('createSession', { email: ada.email, password: ada.password })
  ada = { ...ada, token: data.token }
  as = { ...as, as: ada.token }
}

async function saveCard(): Promise<void> {
  const caps = { maxPerCharge: 50_000, maxPerDay: 100_000, currency: 'USD' }
  const { data } = await souk.call('bootstrapAuthority', caps, { as: ada.token, agent: agent.id })
  await payments.complete(data.session, { card: goodCard })
  await payments.settle()
}

describe('an Idempotency-Key that is used again after 24 hours', () => {
  it('charges the saved card again', async () => {
    await saveCard()
    const first = await souk.call('fundBalance', usd(2000), as)
    await waitADay()
    const second = await souk.call('fundBalance', usd(2000), as)
    expect(second.data.payment.id).not.toBe(first.data.payment.id)
    expect(second.data.balance).toMatchObject({ available: 4000 })
    await payments.settle()
  })

  it('converts earnings again, by one of several concurrent calls', async () => {
    await payments.earn(agent, 5000)
    const convert = () => souk.call('fundBalance', { ...usd(1000), source: 'earnings' }, as)
    await convert()
    await waitADay()
    const statuses = (await Promise.all([convert(), convert(), convert()])).map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 2000, earnings: 3000 })
  })

  it('opens another page, and both top-ups are credited', async () => {
    for (let count = 0; count < 2; count++) {
      await payments.complete(await startTopUp(), { card: goodCard })
      await payments.settle()
      await waitADay()
    }
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 10_000 })
  })
})

describe('an Idempotency-Key within 24 hours', () => {
  it('returns a paid top-up without opening another page', async () => {
    const session = await startTopUp()
    await payments.complete(session, { card: goodCard })
    await payments.settle()
    await loseReplies()
    const pages = await countPages()
    expect(await startTopUp()).toEqual({ ...session, status: 'succeeded' })
    expect(await countPages()).toBe(pages)
  })

  it('refuses a top-up that ended before its page was recorded', async () => {
    await startTopUp()
    await loseReplies()
    await souk.context.database
      .updateTable('payments')
      .set({ state: 'failed', session_ref: null, session_url: null, session_expires_at: null, due_at: null })
      .where('agent_id', '=', idOf(agent))
      .execute()
    const response = await souk.call('startTopUp', usd(5000), as)
    expect([response.status, response.headers['x-error-kind']]).toEqual([409, 'conflict'])
  })

  it('belongs to one caller of the agent', async () => {
    const key = { as: await souk.key(ada, agent), headers }
    const session = await startTopUp()
    expect((await startTopUp(key)).id).not.toBe(session.id)
    await loseReplies()
    expect((await startTopUp()).id).toBe(session.id)
  })

  it('belongs to one book', async () => {
    const session = await startTopUp()
    await loseReplies()
    const { database } = souk.context
    const own = () => database.updateTable('payments').where('agent_id', '=', idOf(agent))
    const { 'idempotency-key': request_key = '' } = headers
    await own().set({ book: 'live', request_key }).execute()
    expect((await startTopUp()).id).not.toBe(session.id)
    await own().set({ book: 'sandbox' }).execute()
  })

  it('is found if a node of the previous version stored it without caller and book', async () => {
    const session = await startTopUp()
    await loseReplies()
    const { 'idempotency-key': request_key = '' } = headers
    const rows = souk.context.database.updateTable('payments').where('agent_id', '=', idOf(agent))
    await rows.set({ request_key }).execute()
    expect((await startTopUp()).id).toBe(session.id)
  })
})
