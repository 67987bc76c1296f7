import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { EventKindName } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute, second } from '../../src/lib/clock.ts'
import { isId, newId } from '../../src/lib/ids.ts'
import { workersOf } from '../../src/workers/index.ts'
import { startWorkers } from '../../src/workers/loop.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'
import { auditActionsOn } from '../fixtures/people/organizations.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'
import {
  deliverAll,
  openReceiver,
  payloadOf,
  verified,
  type Arrived,
  type Receiver,
} from '../fixtures/receivers/webhook-receiver.ts'

let souk: Souk
let receiver: Receiver
/** A new person for each test. */
let trader: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  receiver = await openReceiver(() => souk)
})
beforeEach(async () => {
  trader = await createTestAgent(souk)
  receiver.arrived.length = 0
  receiver.react = () => ({ status: 204 })
})
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))
afterAll(async () => {
  await souk.stop()
  await receiver.close()
})

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const set = (fields: object = {}, as: CallOptions = trader.key) =>
  souk.call('setWebhook', { url: receiver.url(), secret, ...fields }, as)
const see = async () => (await souk.call('getWebhook', {}, trader.key)).data.webhook
const deliveries = async (filter = {}) => (await souk.call('listDeliveries', filter, trader.key)).data.items
const newest = async () => (await deliveries())[0] ?? fail('no delivery')
/** Advances the clock; tokens stay valid for the total of these tests. */
const advanceAndDeliver = async (milliseconds: number) => {
  souk.clock.advance(milliseconds)
  await deliverAll(souk)
}

/** Registers a webhook, waits for the test message and clears the received ones. */
async function registered(fields: object = {}): Promise<void> {
  expect((await set(fields)).status).toBe(200)
  await deliverAll(souk)
  // Leaves the one-second rate window.
  souk.clock.advance(second)
  receiver.arrived.length = 0
}

/** Triggers an event for the agent. */
async function emitEvents(count = 1, kind: EventKindName = 'listing.updated'): Promise<void> {
  const { id: agentId } = trader.agent
  if (!isId('agt', agentId)) return fail('no agent')
  const listingId = newId('lst', souk.clock.now())
  for (let index = 0; index < count; index++) {
    await souk.context.store.write(async (tx) => {
      if (kind === 'payments.changed') tx.emit({ kind, agentId, data: { agentId } })
      else tx.emit({ kind: 'listing.updated', agentId, data: { listingId, status: `status-${index}` } })
    })
  }
}

const headersOf = (messages: readonly Arrived[], name: string) => messages.map(({ headers }) => headers[name])

describe('setWebhook', () => {
  it('registers the URL and sends a test message immediately', async () => {
    const response = await set()
    expect(response.data.webhook).toMatchObject({ status: 'active', verifiedAt: null, pending: 1 })
    await deliverAll(souk)
    const [message = fail('nothing arrived')] = receiver.arrived
    expect(verified(message, secret)).toEqual({
      type: 'webhook.test',
      timestamp: souk.clock.now().toISOString(),
      data: {
        agentId: trader.agent.id,
        agent: { id: trader.agent.id, name: trader.agent.name },
        url: 'http://localhost:4000/api/agents/me',
      },
    })
    expect(message.headers['content-type']).toBe('application/json')
    const opened = await souk.call('getDelivery', { deliveryId: (await newest()).id }, trader.key)
    expect(opened.data.body).toBe(message.body)
    const now = souk.clock.now().toISOString()
    expect(await see()).toMatchObject({ verifiedAt: now, lastSuccessAt: now, lastError: null, pending: 0 })
    expect(await auditActionsOn(souk, (await see()).id)).toEqual(['webhook.registered'])
  })

  it('never returns the secret and stores it encrypted', async () => {
    const plain = `plain-secret-${randomBytes(12).toString('hex')}`
    const registering = [await set({ secret: plain }), await set({ secret: `${plain}-2` })]
    await deliverAll(souk)
    const deliveryId = (await newest()).id
    const responses = [
      ...registering,
      await souk.call('getWebhook', {}, trader.key),
      await souk.call('listDeliveries', {}, trader.key),
      await souk.call('getDelivery', { deliveryId }, trader.key),
    ]
    for (const { bytes } of responses) expect(bytes.toString()).not.toContain('plain-secret')
    expect((await see()).secretFingerprint).toMatch(/^[0-9a-f]{8}$/)
    for (const table of ['webhooks', 'webhook_deliveries', 'webhook_attempts', 'audit_entries']) {
      const { rows } = await sql<{ row: string }>`
        select replace(t::text, '\\x', '') as row from ${sql.table(table)} t`.execute(souk.context.database)
      const hex = Buffer.from('plain-secret').toString('hex')
      expect(rows.length).toBeGreaterThan(0)
      for (const { row } of rows)
        expect([row.includes('plain-secret'), row.includes(hex)]).toEqual([false, false])
    }
  })

  it.each([
    ['a short text', 'eight-ch', /^The secret is short: it has 8 bytes/],
    ['a short key', `whsec_${Buffer.from('twelve bytes').toString('base64')}`, /12 bytes/],
  ])('warns about %s', async (_name, short, warning) => {
    expect((await set({ secret: short })).data.warning).toMatch(warning)
    await deliverAll(souk)
    expect(verified(receiver.arrived[0] ?? fail('nothing'), short)).toBeDefined()
  })

  it('does not warn about a long secret', async () => {
    expect((await set()).data.warning).toBeUndefined()
    expect((await set({ secret: 'x'.repeat(24) })).data.warning).toBeUndefined()
  })

  it.each([
    ['a secret of seven characters', { secret: 'seven-7' }, 400],
    ['a secret with blanks', { secret: 'not visible' }, 400],
    ['a secret that is not base64', { secret: 'whsec_not-base64!' }, 422],
    ['a key of few bytes', { secret: 'whsec_YWJj' }, 422],
    ['kinds that do not exist', { events: ['task.exploded'] }, 400],
    ['kinds that are not sent to webhooks', { events: ['webhook.disabled'] }, 400],
    ['no kinds', { events: [] }, 400],
    ['no URL', { url: 'hooks.example.com' }, 422],
    ['http to another machine', { url: 'http://hooks.example.com/' }, 422],
    ['a private address', { url: 'https://10.0.0.7/' }, 422],
    ['the metadata of a cloud', { url: 'http://169.254.169.254/latest' }, 422],
    ['this server', { url: 'http://localhost:4000/api' }, 422],
    ['a password', { url: 'https://a:b@hooks.example.com/' }, 422],
  ])('refuses %s', async (_name, fields, status) => {
    const response = await set(fields)
    expect([response.status, typeof response.body['hint']]).toEqual([status, 'string'])
    expect((await souk.call('getWebhook', {}, trader.key)).status).toBe(404)
  })

  it('requires the scope of a key or the right to manage the agent', async () => {
    const reading = await createTestAgent(souk, ['read'])
    expect((await set({}, reading.key)).status).toBe(403)
    expect((await souk.call('listDeliveries', {}, reading.key)).status).toBe(200)
    expect((await set({}, trader.asPerson)).status).toBe(200)
    const { code } = (await souk.call('createLinkCode', {}, trader.asPerson)).data
    const helper = await souk.person()
    await souk.call('linkAgent', { code }, { as: helper.token })
    const asHelper = { as: helper.token, agent: trader.agent.id }
    expect((await set({}, asHelper)).status).toBe(403)
    expect((await souk.call('removeWebhook', {}, asHelper)).status).toBe(403)
    expect((await souk.call('getWebhook', {}, asHelper)).status).toBe(200)
  })

  it('signs with both secrets for a day after a change, then with the new one', async () => {
    await registered()
    const renewed = `whsec_${randomBytes(24).toString('base64')}`
    const { webhook } = (await set({ secret: renewed })).data
    const until = new Date(souk.clock.now().getTime() + day).toISOString()
    expect(webhook.previousSecretUntil).toBe(until)
    // Registering the same URL and secret keeps the previous secret.
    expect((await set({ secret: renewed })).data.webhook.previousSecretUntil).toBe(until)
    await emitEvents()
    await deliverAll(souk)
    for (const message of receiver.arrived) {
      for (const key of [secret, renewed]) expect(verified(message, key)).toBeDefined()
    }
    await advanceAndDeliver(day)
    receiver.arrived.length = 0
    await emitEvents()
    await deliverAll(souk)
    const [message = fail('nothing arrived')] = receiver.arrived
    expect(verified(message, renewed)).toBeDefined()
    expect(() => verified(message, secret)).toThrow('No matching signature')
    expect((await see()).previousSecretUntil).toBeNull()
  })

  it('signs only with the new secret for another URL', async () => {
    await registered()
    const renewed = `whsec_${randomBytes(24).toString('base64')}`
    const moved = await set({ secret: renewed, url: receiver.url('other') })
    expect(moved.data.webhook).toMatchObject({ previousSecretUntil: null, verifiedAt: null })
    await deliverAll(souk)
    const [message = fail('nothing arrived')] = receiver.arrived
    expect(message.name).toBe('other')
    expect(() => verified(message, secret)).toThrow('No matching signature')
  })

  it('keeps one webhook per agent under concurrent registrations', async () => {
    const responses = await Promise.all([1, 2, 3, 4].map((n) => set({ url: receiver.url(`r${n}`) })))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { rows } = await sql`
      select from webhooks where agent_id = ${trader.agent.id}`.execute(souk.context.database)
    expect(rows.length).toBe(1)
  })
})

describe('webhook messages', () => {
  it('include all kinds but money movements by default, or the selected kinds', async () => {
    await registered()
    await emitEvents(1, 'payments.changed')
    await emitEvents(1)
    await deliverAll(souk)
    expect(receiver.arrived.map((message) => payloadOf(message).type)).toEqual(['listing.updated'])
    await registered({ events: ['payments.changed'] })
    expect((await see()).events).toEqual(['payments.changed'])
    await emitEvents(1, 'payments.changed')
    await emitEvents(1)
    await deliverAll(souk)
    expect(receiver.arrived.map((message) => payloadOf(message).type)).toEqual(['payments.changed'])
  })

  it('keep their id on every attempt with the time of the attempt', async () => {
    await registered()
    receiver.react = () => ({ status: receiver.arrived.length < 3 ? 500 : 200 })
    await emitEvents()
    await deliverAll(souk)
    await advanceAndDeliver(10 * second)
    await advanceAndDeliver(10 * minute)
    expect(new Set(headersOf(receiver.arrived, 'webhook-id')).size).toBe(1)
    expect(new Set(headersOf(receiver.arrived, 'webhook-timestamp')).size).toBe(3)
    for (const message of receiver.arrived) verified(message, secret)
    expect(await newest()).toMatchObject({ status: 'succeeded', attempts: 3, lastError: null })
  })

  it('are sent while the workers run', async () => {
    await registered()
    const arrival = new Promise<void>((resolve) => {
      receiver.react = () => {
        resolve()
        return { status: 200 }
      }
    })
    const workers = startWorkers(workersOf(souk.context), souk.context)
    await emitEvents()
    await arrival
    await workers.stop()
    await souk.context.deliveryLimiter.drain(minute)
    expect(receiver.arrived.map((message) => payloadOf(message).type)).toEqual(['listing.updated'])
  })

  it('do not follow redirects', async () => {
    await registered()
    receiver.react = () => ({ status: 302, headers: { location: receiver.url('elsewhere') } })
    await emitEvents()
    await deliverAll(souk)
    expect(receiver.arrived.map(({ name }) => name)).toEqual(['hooks'])
    expect(await newest()).toMatchObject({ status: 'pending', lastError: 'redirect_not_followed' })
  })
})

describe('getWebhook', () => {
  it('returns the health of the webhook', async () => {
    expect((await souk.call('getWebhook', {}, trader.key)).status).toBe(404)
    await registered()
    receiver.react = () => ({ status: 500, body: 'out of order' })
    await emitEvents(2)
    await deliverAll(souk)
    expect(await see()).toMatchObject({
      lastError: 'http_5xx',
      failingSince: souk.clock.now().toISOString(),
      failures: 2,
      pending: 2,
      nextAttemptAt: expect.any(String),
    })
    receiver.react = () => ({ status: 200 })
    await advanceAndDeliver(hour)
    expect(await see()).toMatchObject({ lastError: null, failingSince: null, failures: 0, pending: 0 })
  })
})

describe('testWebhook', () => {
  /** Waits until the test is queued, so that the worker sends it first. */
  async function queued(): Promise<void> {
    for (let looks = 0; looks < 1000; looks++) {
      const { trigger, status } = await newest()
      if (trigger === 'test' && status === 'pending') return
    }
    fail('the test was never queued')
  }

  /** Runs the worker while the call waits. */
  async function test() {
    const testing = souk.call('testWebhook', {}, trader.key)
    await queued()
    for (;;) {
      const delivering = deliverAll(souk)
      const response = await Promise.race([testing, delivering])
      await delivering
      if (response !== undefined) return response
    }
  }

  it('returns the result', async () => {
    await registered()
    receiver.react = () => ({ status: 202, body: 'thank you' })
    const { delivery, attempt } = (await test()).data
    expect(delivery).toMatchObject({
      type: 'webhook.test',
      trigger: 'test',
      status: 'succeeded',
      attempts: 1,
    })
    expect(attempt).toMatchObject({ statusCode: 202, errorCode: null, excerpt: 'thank you' })
    expect(attempt?.durationMs).toBeGreaterThanOrEqual(0)
    expect(receiver.arrived.map((message) => payloadOf(message).type)).toEqual(['webhook.test'])
  })

  it.each([
    [{ status: 500 } as const, { statusCode: 500, errorCode: 'http_5xx' }],
    ['reset' as const, { statusCode: null, errorCode: 'reset' }],
  ])('attempts once: %o', async (reaction, attempt) => {
    await registered()
    receiver.react = () => reaction
    expect((await test()).data).toMatchObject({ delivery: { status: 'exhausted' }, attempt })
    await advanceAndDeliver(hour)
    expect(receiver.arrived.length).toBe(1)
  })

  it('reaches a webhook that is suspended after failures', async () => {
    await registered()
    receiver.react = () => ({ status: 500 })
    await emitEvents(10)
    await deliverAll(souk)
    expect(receiver.arrived.length).toBe(10)
    receiver.react = () => ({ status: 200 })
    await emitEvents(1)
    await advanceAndDeliver(2 * second)
    expect(receiver.arrived.length).toBe(10)
    expect((await test()).data.delivery.status).toBe('succeeded')
    expect(receiver.arrived.length).toBeGreaterThan(11)
  })

  it('does not queue the test behind other deliveries to the same URL', async () => {
    await registered()
    await emitEvents(30)
    await deliverAll(souk)
    expect(receiver.arrived.length).toBe(10)
    souk.clock.advance(second)
    expect((await test()).data.delivery.status).toBe('succeeded')
    expect((await see()).pending).toBe(11)
  })

  it('requires a webhook', async () => {
    expect((await souk.call('testWebhook', {}, trader.key)).status).toBe(404)
  })

  it('is rate limited', async () => {
    const counted = await startSouk({ rateLimitScale: 1 })
    const { key } = await createTestAgent(counted)
    for (let call = 0; call < 6; call++) expect((await counted.call('testWebhook', {}, key)).status).toBe(404)
    expect((await counted.call('testWebhook', {}, key)).status).toBe(429)
    await counted.stop()
  })
})
