import { sql } from 'kysely'
import { webhookEndpointsMax } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { second } from '../../src/lib/clock.ts'
import { isId, newId } from '../../src/lib/ids.ts'
import { lockWaiters } from '../fixtures/database/lock-waiters.ts'
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
const otherSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const create = (name: string, fields: object = {}, as: CallOptions = trader.key) =>
  souk.call('createWebhookEndpoint', { url: receiver.url(name), secret, ...fields }, as)
const created = async (name: string, fields: object = {}) => (await create(name, fields)).data.endpoint
const endpoints = async () => (await souk.call('listWebhookEndpoints', {}, trader.key)).data.items
const update = (endpointId: string, fields: object, as: CallOptions = trader.key) =>
  souk.call('updateWebhookEndpoint', { endpointId, ...fields }, as)
const deliveries = async (filter = {}) => (await souk.call('listDeliveries', filter, trader.key)).data.items
const arrivedAt = (name: string) => receiver.arrived.filter((message) => message.name === name)

/** Delivers test messages, leaves the one-second rate window and clears the received ones. */
async function settle(): Promise<void> {
  await deliverAll(souk)
  souk.clock.advance(second)
  receiver.arrived.length = 0
}

async function emit(kind: 'listing.updated' | 'payments.changed'): Promise<void> {
  const { id: agentId } = trader.agent
  if (!isId('agt', agentId)) return fail('no agent')
  const listingId = newId('lst', souk.clock.now())
  await souk.context.store.write(async (tx) => {
    if (kind === 'payments.changed') tx.emit({ kind, agentId, data: { agentId } })
    else tx.emit({ kind, agentId, data: { listingId, status: 'open' } })
  })
  await deliverAll(souk)
}

describe('createWebhookEndpoint', () => {
  it('sends each endpoint its own events, signed with its own secret', async () => {
    const main = await created('main', { events: ['listing.updated'] })
    const both = { secret: otherSecret, events: ['listing.updated', 'payments.changed'] }
    const further = await created('further', both)
    expect([main.main, further.main]).toEqual([true, false])
    await settle()
    await emit('listing.updated')
    await emit('payments.changed')
    const [atMain = fail('nothing arrived')] = arrivedAt('main')
    const [first = fail('nothing arrived'), second_ = fail('one is missing')] = arrivedAt('further')
    expect([arrivedAt('main').length, arrivedAt('further').length]).toEqual([1, 2])
    expect(verified(atMain, secret)).toMatchObject({ type: 'listing.updated' })
    expect(verified(first, otherSecret)).toMatchObject({ type: 'listing.updated' })
    expect(verified(second_, otherSecret)).toMatchObject({ type: 'payments.changed' })
    expect(first.id).toBe(atMain.id)
    expect(await auditActionsOn(souk, further.id)).toEqual(['webhook.registered'])
  })

  it('keeps the route of the main webhook working beside the others', async () => {
    await souk.call('setWebhook', { url: receiver.url('old'), secret }, trader.key)
    const further = await created('further')
    expect(further.main).toBe(false)
    await settle()
    await souk.call('setWebhook', { url: receiver.url('new'), secret }, trader.key)
    await settle()
    await emit('listing.updated')
    expect(receiver.arrived.map(({ name }) => name).toSorted()).toEqual(['further', 'new'])
    await souk.call('removeWebhook', {}, trader.key)
    expect((await souk.call('getWebhook', {}, trader.key)).status).toBe(404)
    expect((await endpoints()).map(({ id }) => id)).toEqual([further.id])
    const next = await created('next')
    expect(next.main).toBe(true)
    expect((await souk.call('getWebhook', {}, trader.key)).data.webhook.id).toBe(next.id)
  })

  it('refuses an eleventh endpoint, even under concurrent calls', async () => {
    const names = Array.from({ length: webhookEndpointsMax + 2 }, (_, index) => `host${index}`)
    const statuses = (await Promise.all(names.map((name) => create(name)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...names.slice(2).map(() => 200), 409, 409])
    const all = await endpoints()
    expect(all.length).toBe(webhookEndpointsMax)
    expect(all.filter(({ main }) => main).length).toBe(1)
  })

  it('refuses URLs and secrets that cannot be used', async () => {
    expect((await create('x', { url: 'http://10.0.0.1/souk' })).status).toBe(422)
    expect((await create('x', { secret: 'whsec_!!!' })).status).toBe(422)
  })
})

describe('updateWebhookEndpoint', () => {
  it('changes the events of one endpoint alone', async () => {
    const main = await created('main')
    const further = await created('further')
    await settle()
    const { data } = await update(further.id, { events: ['payments.changed'] })
    expect(data.endpoint).toMatchObject({ id: further.id, events: ['payments.changed'], status: 'active' })
    await emit('listing.updated')
    expect(receiver.arrived.map(({ name }) => name)).toEqual(['main'])
    expect((await endpoints()).find(({ id }) => id === main.id)?.events.length).toBeGreaterThan(1)
  })

  it('pauses and resumes an endpoint', async () => {
    const { id } = await created('main')
    await settle()
    const paused = await update(id, { enabled: false })
    expect(paused.data.endpoint).toMatchObject({ status: 'disabled', disabledReason: 'paused' })
    await emit('listing.updated')
    expect(receiver.arrived).toEqual([])
    expect((await souk.call('testWebhookEndpoint', { endpointId: id }, trader.key)).status).toBe(409)
    const resumed = await update(id, { enabled: true })
    expect(resumed.data.endpoint).toMatchObject({ status: 'active', disabledReason: null })
    await emit('listing.updated')
    expect(receiver.arrived.length).toBe(1)
    expect(await auditActionsOn(souk, id)).toEqual([
      'webhook.registered',
      'webhook.updated',
      'webhook.updated',
    ])
  })

  it('signs with both secrets during a rotation and tests a changed URL', async () => {
    const { id } = await created('main')
    await settle()
    const rotated = await update(id, { secret: otherSecret })
    expect(rotated.data.endpoint.previousSecretUntil).not.toBeNull()
    await emit('listing.updated')
    const [message = fail('nothing arrived')] = receiver.arrived.splice(0)
    for (const each of [secret, otherSecret]) expect(verified(message, each)).toBeDefined()
    const moved = await update(id, { url: receiver.url('moved') })
    expect(moved.data.endpoint).toMatchObject({ verifiedAt: null, previousSecretUntil: null })
    await deliverAll(souk)
    expect(arrivedAt('moved').map((each) => payloadOf(each).type)).toEqual(['webhook.test'])
  })
})

describe('a webhook that is removed while a call reads it', () => {
  it.each([
    [
      'is not found by getWebhookEndpoint',
      (endpointId: string) => souk.call('getWebhookEndpoint', { endpointId }, trader.key),
      { status: 404 },
    ],
    [
      'is omitted by listWebhookEndpoints',
      () => souk.call('listWebhookEndpoints', {}, trader.key),
      { status: 200, body: { data: { items: [] } } },
    ],
  ])('%s', async (_result, read, expected) => {
    const { id } = await created('one')
    const { database } = souk.context
    // Holds back the statement that counts the deliveries, after the webhook has been read.
    const response = await database.transaction().execute(async (held) => {
      await sql`lock table webhook_deliveries in access exclusive mode`.execute(held)
      const reading = read(id)
      await expect.poll(() => lockWaiters(database)).toHaveLength(1)
      await sql`delete from webhooks where id = ${id}`.execute(held)
      return { reading }
    })
    expect(await response.reading).toMatchObject(expected)
  })
})

describe('removeWebhookEndpoint', () => {
  it('stops one endpoint and keeps the others', async () => {
    await created('main')
    const further = await created('further')
    await settle()
    expect((await souk.call('removeWebhookEndpoint', { endpointId: further.id }, trader.key)).status).toBe(
      200,
    )
    await emit('listing.updated')
    expect(receiver.arrived.map(({ name }) => name)).toEqual(['main'])
    expect((await souk.call('getWebhookEndpoint', { endpointId: further.id }, trader.key)).status).toBe(404)
  })
})

describe('listDeliveries', () => {
  it('filters by endpoint and kind, and shows the duration of the last attempt', async () => {
    const main = await created('main')
    const further = await created('further')
    await settle()
    await emit('listing.updated')
    expect((await deliveries()).length).toBe(4)
    const [only = fail('no delivery'), ...more] = await deliveries({
      endpointId: further.id,
      type: 'listing.updated',
    })
    expect(more).toEqual([])
    expect(only).toMatchObject({ endpointId: further.id, type: 'listing.updated', status: 'succeeded' })
    expect(only.lastDurationMs).toBeGreaterThanOrEqual(0)
    expect((await deliveries({ endpointId: main.id })).map(({ type }) => type)).toEqual([
      'listing.updated',
      'webhook.test',
    ])
    const stranger = await createTestAgent(souk)
    const foreign = await souk.call('listDeliveries', { endpointId: main.id }, stranger.key)
    expect(foreign.status).toBe(404)
  })
})

describe('redeliverFailed', () => {
  it('sends again what failed at the named endpoint', async () => {
    await created('main')
    const further = await created('further')
    await settle()
    await update(further.id, { enabled: false })
    await update(further.id, { enabled: true })
    receiver.react = () => ({ status: 410 })
    await emit('listing.updated')
    expect((await endpoints()).map(({ disabledReason }) => disabledReason)).toEqual(['gone', 'gone'])
    await update(further.id, { enabled: true })
    receiver.react = () => ({ status: 204 })
    receiver.arrived.length = 0
    souk.clock.advance(second)
    const since = new Date(souk.clock.now().getTime() - 60 * second).toISOString()
    expect((await souk.call('redeliverFailed', { since }, trader.key)).status).toBe(409)
    const again = await souk.call('redeliverFailed', { since, endpointId: further.id }, trader.key)
    expect(again.data.count).toBe(1)
    await deliverAll(souk)
    expect(receiver.arrived.map(({ name }) => name)).toEqual(['further'])
  })
})

describe('getDeliveryFigures', () => {
  it('counts the deliveries of the last day in half hours', async () => {
    const { id: endpointId } = await created('main')
    await settle()
    await emit('listing.updated')
    receiver.react = () => ({ status: 500 })
    await emit('listing.updated')
    const { figures } = (await souk.call('getDeliveryFigures', { endpointId }, trader.key)).data
    expect(figures).toMatchObject({ succeeded: 2, failed: 0, pending: 1 })
    expect(figures.medianMs).toBeGreaterThanOrEqual(0)
    expect(figures.intervals.length).toBe(48)
    expect(figures.intervals.at(-1)).toMatchObject({ succeeded: 2, failed: 1 })
  })
})
