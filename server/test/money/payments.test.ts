import { randomUUID } from 'node:crypto'
import type { Agent } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { receiveEvents } from '../../src/money/processor/receive-events.ts'
import { day, hour, minute } from '../../src/lib/clock.ts'
import { isId } from '../../src/lib/ids.ts'
import { applySetup } from '../../src/money/payments/apply/apply-saved-card.ts'
import { applyPayment } from '../../src/money/payments/apply/apply-payment.ts'
import { goodCard, createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { fail } from '../fixtures/fail.ts'
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

const usd = (amount: number) => ({ amount, currency: 'USD' })
const saveCard = async (card: string, caps = { maxPerCharge: 50_000, maxPerDay: 100_000 }) => {
  const { data } = await souk.call('bootstrapAuthority', { ...caps, currency: 'USD' }, as)
  await payments.complete(data.session, { card })
  await payments.settle()
}

describe('getBalance', () => {
  it('returns zero for a new agent', async () => {
    expect(await payments.balance(ada, agent)).toEqual({
      currency: 'USD',
      available: 0,
      held: 0,
      earnings: 0,
      cleared: 0,
      pending: 0,
      pendingReason: null,
      payoutPending: 0,
      owed: 0,
      debtPlan: null,
      restricted: false,
    })
  })

  it('requires access to the wallet', async () => {
    const grace = await souk.person()
    const { code } = (await souk.call('createLinkCode', {}, { as: ada.token, agent: agent.id })).data
    await souk.call('linkAgent', { code }, { as: grace.token })
    expect((await souk.call('getBalance', {}, { as: grace.token, agent: agent.id })).status).toBe(403)
    expect((await souk.call('getBalance', {}, { as: await souk.key(ada, agent) })).status).toBe(200)
    expect((await souk.call('getBalance', { currency: 'EUR' }, as)).status).toBe(422)
  })
})

describe('startTopUp', () => {
  it('opens a page and makes the money available after payment', async () => {
    const { data } = await souk.call('startTopUp', usd(10_000), as)
    expect(data.session).toMatchObject({ status: 'open', url: expect.stringContaining('/sandbox/checkout/') })
    const page = await souk.app.inject({ method: 'GET', url: new URL(data.session.url).pathname })
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('100.00')])
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 0 })
    expect(await payments.complete(data.session, { card: '4242424242424242' })).toBe(200)
    await payments.settle()
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 10_000 })
  })

  it('credits once even if the page is completed and the event delivered repeatedly', async () => {
    const { data } = await souk.call('startTopUp', usd(5000), as)
    await Promise.all([1, 2, 3].map(() => payments.complete(data.session, { card: '4242424242424242' })))
    await souk.context.database.updateTable('sandbox_events').set({ state: 'queued' }).execute()
    await payments.settle()
    await payments.settle()
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 5000 })
  })

  it('moves nothing when the card is declined', async () => {
    await payments.topUp(ada, agent, 5000, '4000000000000002')
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 0 })
  })

  it('polls the result when no event arrives', async () => {
    const { data } = await souk.call('startTopUp', usd(5000), as)
    await payments.complete(data.session, { card: '4242424242424242' })
    await souk.context.database.deleteFrom('sandbox_events').execute()
    souk.clock.advance(11 * minute)
    await payments.settle()
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 5000 })
  })

  it('returns the same session for the same Idempotency-Key, even if the first response was lost', async () => {
    const options = { ...as, headers: { 'idempotency-key': randomUUID() } }
    const first = await souk.call('startTopUp', usd(5000), options)
    await souk.context.database.deleteFrom('idempotency_keys').execute()
    const second = await souk.call('startTopUp', usd(5000), options)
    expect(second.data.session.id).toBe(first.data.session.id)
    await souk.context.database.deleteFrom('idempotency_keys').execute()
    expect((await souk.call('startTopUp', usd(6000), options)).status).toBe(422)
  })

  it.each([
    [{ amount: 0, currency: 'USD' }, 400],
    [{ amount: 99, currency: 'USD' }, 422],
    [{ amount: 100_000_000, currency: 'USD' }, 422],
    [{ amount: 1000.5, currency: 'USD' }, 400],
    [{ amount: 1000, currency: 'usd' }, 400],
    [{ amount: 1000, currency: 'EUR' }, 422],
  ])('refuses %j', async (body, status) => {
    expect((await souk.call('startTopUp', body, as)).status).toBe(status)
  })
})

describe('fundBalance', () => {
  it('charges the saved card', async () => {
    expect((await souk.call('fundBalance', usd(2000), as)).status).toBe(409)
    await saveCard('4242424242424242')
    const { data } = await souk.call('fundBalance', usd(2000), as)
    expect(data).toMatchObject({
      payment: { status: 'succeeded', kind: 'charge' },
      balance: { available: 2000 },
    })
    await payments.settle()
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 2000 })
  })

  it('reports the decline reason and stores the failed payment', async () => {
    await saveCard('4000000000000341')
    const response = await souk.call('fundBalance', usd(2000), as)
    expect([response.status, response.headers['x-error-kind']]).toEqual([402, 'insufficient-funds'])
    expect(response.body.hint).toMatch(/card|session/)
    const rows = await souk.context.database
      .selectFrom('payments')
      .select(['state', 'failure'])
      .where('kind', '=', 'charge')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(rows[0]?.state).toBe('failed')
  })

  it('stops after five declines in a day', async () => {
    await saveCard('4000000000000341')
    const statuses: number[] = []
    for (let count = 0; count < 7; count++)
      statuses.push((await souk.call('fundBalance', usd(2000), as)).status)
    expect(statuses).toEqual([402, 402, 402, 402, 402, 429, 429])
    souk.clock.advance(day + 1)
    ada = await signInAgain(ada)
    as = { as: ada.token, agent: agent.id }
    expect((await souk.call('fundBalance', usd(2000), as)).status).toBe(402)
  })

  it('enforces the caps under twenty concurrent charges', async () => {
    await saveCard('4242424242424242', { maxPerCharge: 1000, maxPerDay: 5000 })
    expect((await souk.call('fundBalance', usd(1001), as)).status).toBe(403)
    const tries = Array.from({ length: 20 }, () => souk.call('fundBalance', usd(1000), as))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 403)).toHaveLength(15)
    await payments.settle()
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 5000 })
  })

  it.each([
    ['after the money moved', 2013],
    ['before the money moved', 2014],
  ])('treats a response lost %s as unknown and polls the result', async (_when, amount) => {
    await saveCard('4242424242424242')
    const { data } = await souk.call('fundBalance', usd(amount), as)
    expect(data.payment.status).toBe('processing')
    await payments.settle()
    souk.clock.advance(11 * minute)
    await payments.settle()
    const { available } = await payments.balance(ada, agent)
    expect([0, amount]).toContain(available)
    const payment = await souk.context.database
      .selectFrom('payments')
      .select('state')
      .where('id', '=', `pay_${data.payment.id.slice(4)}`)
      .executeTakeFirstOrThrow()
    expect(payment.state).toBe(available === 0 ? 'intended' : 'succeeded')
  })

  it('transfers earnings, never more than available', async () => {
    await payments.earn(agent, 3000)
    const converted = await souk.call('fundBalance', { ...usd(1000), source: 'earnings' }, as)
    expect(converted.data.balance).toMatchObject({ available: 1000, earnings: 2000 })
    const tries = Array.from({ length: 5 }, () =>
      souk.call('fundBalance', { ...usd(1000), source: 'earnings' }, as),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 402, 402, 402])
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 3000, earnings: 0 })
  })

  it('requires the spend scope', async () => {
    const key = await souk.key(ada, agent, { scopes: ['read'] })
    expect((await souk.call('fundBalance', usd(1000), { as: key })).status).toBe(403)
  })
})

describe('payment authority', () => {
  it('goes from none to pending to active to removed', async () => {
    const status = async () => (await souk.call('getAuthority', {}, as)).data.authority
    expect(await status()).toMatchObject({ status: 'none', card: null })
    const caps = { maxPerCharge: 1000, maxPerDay: 2000, currency: 'USD' }
    const { data } = await souk.call('bootstrapAuthority', caps, as)
    expect(await status()).toMatchObject({ status: 'pending', maxPerCharge: usd(1000) })
    await payments.complete(data.session, { card: '4242424242424242' })
    await payments.settle()
    expect(await status()).toMatchObject({ status: 'active', card: { last4: '4242' } })
    expect((await souk.call('bootstrapAuthority', caps, as)).status).toBe(409)
    expect((await souk.call('removeAuthority', {}, as)).data.authority).toMatchObject({
      status: 'removed',
      card: null,
    })
    expect((await souk.call('removeAuthority', {}, as)).status).toBe(200)
    expect((await souk.call('fundBalance', usd(1000), as)).status).toBe(409)
  })
})

describe('the hosted page of a top-up', () => {
  it('is polled after a decline, because another card may follow', async () => {
    const { data } = await souk.call('startTopUp', usd(5000), as)
    const id = isId('pay', data.session.id) ? data.session.id : fail('not a payment')
    const { context } = souk
    const payment = await context.database
      .selectFrom('payments')
      .select('session_ref')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const open = await context.ports.processor.fetchPayment({ ref: payment.session_ref ?? '' })
    const declined = { ...(open ?? fail('no page')), status: 'failed' } as const
    await context.store.write((tx) => applyPayment(tx, id, declined, 'system'))
    await payments.complete(data.session, { card: goodCard })
    await souk.context.database.deleteFrom('sandbox_events').execute()
    souk.clock.advance(20 * minute)
    await souk.work(['payments'])
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 5000 })
  })
})

describe('a setup session without an event', () => {
  const caps = { maxPerCharge: 1000, maxPerDay: 2000, currency: 'USD' }
  const status = async () => (await souk.call('getAuthority', {}, as)).data.authority.status
  const pollWithoutEvents = async () => {
    await souk.context.database.deleteFrom('sandbox_events').execute()
    await souk.work(['saved-cards'])
  }

  it('is polled until the card is saved', async () => {
    const { data } = await souk.call('bootstrapAuthority', caps, as)
    await payments.complete(data.session, { card: goodCard })
    await pollWithoutEvents()
    expect(await status()).toBe('pending')
    souk.clock.advance(10 * minute)
    await pollWithoutEvents()
    expect(await status()).toBe('active')
  })

  it('is polled until its page expires', async () => {
    await souk.call('bootstrapAuthority', caps, as)
    souk.clock.advance(10 * minute)
    await pollWithoutEvents()
    expect(await status()).toBe('pending')
    souk.clock.advance(25 * hour)
    await souk.work(['sandbox'])
    await pollWithoutEvents()
    ada = await signInAgain(ada)
    as = { as: ada.token, agent: agent.id }
    expect(await status()).toBe('failed')
  })

  it('is polled even after a declined card', async () => {
    const { data } = await souk.call('bootstrapAuthority', caps, as)
    const declined = { id: data.session.id, ref: 'seti_1', status: 'failed', method: undefined } as const
    await souk.context.store.write((tx) => applySetup(tx, declined))
    expect(await status()).toBe('failed')
    await payments.complete(data.session, { card: goodCard })
    souk.clock.advance(10 * minute)
    await pollWithoutEvents()
    expect(await status()).toBe('active')
  })

  it('is not polled after another page was opened', async () => {
    const { data } = await souk.call('bootstrapAuthority', caps, as)
    await souk.call('bootstrapAuthority', caps, as)
    await payments.complete(data.session, { card: goodCard })
    souk.clock.advance(10 * minute)
    await pollWithoutEvents()
    expect(await status()).toBe('pending')
  })
})

describe('chargebacks', () => {
  it('debit the wallet, restrict it, and leave spent money as debt', async () => {
    await payments.topUp(ada, agent, 5000, '4000000000000259')
    const disputed = async () => {
      for (let days = 0; days < 3; days++) {
        souk.clock.advance(day)
        await payments.settle()
      }
      ada = await signInAgain(ada)
      as = { as: ada.token, agent: agent.id }
      return payments.balance(ada, agent)
    }
    const balance = await disputed()
    expect(balance).toMatchObject({ available: 0, restricted: true })
    expect((await souk.call('fundBalance', { ...usd(1000), source: 'earnings' }, as)).status).toBe(403)
  })
})

describe('listActivity', () => {
  it('describes every change, page by page and as CSV', async () => {
    await payments.topUp(ada, agent, 5000)
    await payments.earn(agent, 3000)
    await souk.call('fundBalance', { ...usd(1000), source: 'earnings' }, as)
    const { data } = await souk.call('listActivity', { limit: 2 }, as)
    expect(
      data.items.map(({ kind, balance, amount, balanceAfter }) => [kind, balance, amount, balanceAfter]),
    ).toEqual([
      ['convert', 'available', 1000, 6000],
      ['convert', 'earnings', -1000, 2000],
    ])
    const rest = await souk.call('listActivity', { limit: 10, cursor: data.nextCursor ?? '' }, as)
    expect(rest.data.items.map(({ description }) => description)).toEqual(['Payment received', 'Topped up'])
    const filtered = await souk.call('listActivity', { kind: 'settle' }, as)
    expect(filtered.data.items).toHaveLength(1)
    const csv = await souk.app.inject({
      method: 'GET',
      url: '/api/payments/activity?kind=top_up',
      headers: { authorization: `Bearer ${ada.token}`, 'x-agent-context': agent.id, accept: 'text/csv' },
    })
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.body.split('\r\n')[0]).toBe(
      'id,at,kind,description,reference,title,balance,amount,balanceAfter,currency,counterparty,counterpartyName,fee,party,partyName,outcome',
    )
    expect(csv.body).toContain('Topped up')
  })
})

describe('streamPayments', () => {
  it('sends changes, resumes after the last event, and ends with the server', async () => {
    const app = await buildApp(souk.context)
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const open = (headers: Record<string, string> = {}) =>
      fetch(`${address}/api/payments/stream`, {
        headers: { authorization: `Bearer ${ada.token}`, 'x-agent-context': agent.id, ...headers },
      })
    const first = await open()
    expect(first.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const reader = first.body?.getReader()
    await payments.topUp(ada, agent, 5000)
    const text = await readUntil(reader, 'data: ')
    expect(text).toMatch(/^retry: 2000\n\n/)
    expect(text).toContain(`event: payments.changed\ndata: {"agentId":"${agent.id}"}`)
    const seen = /id: (\S+)/.exec(text)?.[1] ?? ''
    souk.clock.advance(10)
    await souk.call('startTopUp', usd(1000), as)
    const second = await open({ 'last-event-id': seen })
    expect(await readUntil(second.body?.getReader(), 'data: ')).not.toContain(`id: ${seen}\n`)
    await app.close()
  })
})

describe('events of the processor', () => {
  const event = {
    eventId: 'sbevt_x',
    type: 'payment.succeeded',
    about: { kind: 'payment', ref: 'y' },
    book: 'sandbox',
  }
  const send = (payload: string, signature?: string) =>
    souk.app.inject({
      method: 'POST',
      url: '/api/webhooks/sandbox',
      payload,
      headers: signature === undefined ? {} : { 'souk-sandbox-signature': signature },
    })
  const stored = async () =>
    (await souk.context.database.selectFrom('processor_events').select('event_id').execute()).map(
      (row) => row.event_id,
    )

  it('are refused without a valid and recent signature', async () => {
    const now = Math.floor(souk.clock.now().getTime() / 1000)
    for (const signature of [
      undefined,
      't=1,v1=00',
      `t=${now},v1=${'00'.repeat(32)}`,
      `t=${now}`,
      'nonsense',
    ]) {
      const response = await send(JSON.stringify(event), signature)
      expect([response.statusCode, response.json().success]).toEqual([400, false])
    }
    expect(await stored()).not.toContain('sbevt_x')
  })

  it('are stored once by id and ignored for another book', async () => {
    const processor = {
      ...souk.context.ports.processor,
      verifyEvents: () => [
        { ...event, eventId: 'ours', book: 'sandbox' as const, about: { kind: 'other' as const, ref: 'y' } },
        { ...event, eventId: 'theirs', book: 'live' as const, about: { kind: 'other' as const, ref: 'y' } },
      ],
    }
    const context = { ...souk.context, ports: { ...souk.context.ports, processor } }
    await receiveEvents(context, Buffer.from('{}'), {})
    await receiveEvents(context, Buffer.from('{}'), {})
    expect((await stored()).filter((id) => ['ours', 'theirs'].includes(id))).toEqual(['ours'])
  })
})

async function signInAgain(person: Person): Promise<Person> {
  const { data } = await souk.call('createSession', { email: person.email, password: person.password })
  return { ...person, token: data.token }
}

async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  wanted: string,
): Promise<string> {
  let text = ''
  for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read()) {
    text += new TextDecoder().decode(chunk.value)
    if (text.includes(wanted)) break
  }
  return text
}
