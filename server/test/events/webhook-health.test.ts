import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute, second } from '../../src/lib/clock.ts'
import { isId, newId } from '../../src/lib/ids.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
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
let trader: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  receiver = await openReceiver(() => souk)
})
beforeEach(async () => {
  trader = await createTestAgent(souk)
  receiver.react = () => ({ status: 204 })
  await souk.call('setWebhook', { url: receiver.url(), secret }, trader.key)
  await deliverAll(souk)
  // Leaves the one-second rate window.
  souk.clock.advance(second)
  receiver.arrived.length = 0
})
afterEach(async () => {
  // Drains deliveries, so that none reaches the next test.
  await souk.call('removeWebhook', {}, trader.key)
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(async () => {
  await souk.stop()
  await receiver.close()
})

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const see = async () => (await souk.call('getWebhook', {}, trader.key)).data.webhook
const deliveries = async (filter = {}) =>
  (await souk.call('listDeliveries', { limit: 100, ...filter }, trader.key)).data.items
const look = async (deliveryId: string) => (await souk.call('getDelivery', { deliveryId }, trader.key)).data
const advanceAndDeliver = async (milliseconds: number) => {
  souk.clock.advance(milliseconds)
  await deliverAll(souk)
}
const statuses = () => receiver.arrived.map((message) => payloadOf(message).data['status'])

/** Triggers this many events for the agent. */
async function emitEvents(count = 1): Promise<void> {
  const { id: agentId } = trader.agent
  if (!isId('agt', agentId)) return fail('no agent')
  const listingId = newId('lst', souk.clock.now())
  for (let index = 0; index < count; index++) {
    await souk.context.store.write(async (tx) =>
      tx.emit({ kind: 'listing.updated', agentId, data: { listingId, status: `status-${index}` } }),
    )
  }
}

/** Notifications of the agent about its webhook. */
async function notifications(): Promise<string[]> {
  await deliverAll(souk)
  const { items } = (await souk.call('listNotifications', {}, trader.key)).data
  return items.map(({ kind }) => kind)
}

describe('a webhook that fails', () => {
  it('is retried ten times in about three days before the message fails', async () => {
    receiver.react = () => ({ status: 503 })
    await emitEvents()
    await deliverAll(souk)
    for (let tries = 0; tries < 9; tries++) await advanceAndDeliver(29 * hour)
    expect(receiver.arrived.length).toBe(10)
    const [delivery = fail('none')] = await deliveries({ status: 'exhausted' })
    expect(delivery).toMatchObject({ attempts: 10, lastStatusCode: 503, nextAttemptAt: null })
    const { attempts } = await look(delivery.id)
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    await advanceAndDeliver(30 * day)
    expect(receiver.arrived.length).toBe(10)
  })

  it('honors Retry-After up to an hour', async () => {
    receiver.react = () => ({ status: 429, headers: { 'retry-after': '86400' } })
    await emitEvents()
    await deliverAll(souk)
    await advanceAndDeliver(hour - second)
    expect(receiver.arrived.length).toBe(1)
    await advanceAndDeliver(second)
    expect(receiver.arrived.length).toBe(2)
  })

  it('is limited to one attempt a minute after ten consecutive failures', async () => {
    receiver.react = () => ({ status: 500 })
    await emitEvents(30)
    await deliverAll(souk)
    expect(receiver.arrived.length).toBe(10)
    // Deliveries that wait are not polled.
    const waiting = (await deliveries({ status: 'pending' })).filter(({ attempts }) => attempts === 0)
    const next = new Date(souk.clock.now().getTime() + minute).toISOString()
    expect(new Set(waiting.map(({ nextAttemptAt }) => nextAttemptAt))).toEqual(new Set([next]))
    await advanceAndDeliver(2 * second)
    expect(receiver.arrived.length).toBe(10)
    await advanceAndDeliver(minute)
    expect(receiver.arrived.length).toBe(11)
    receiver.react = () => ({ status: 200 })
    for (let seconds = 0; seconds < 600; seconds += 60) await advanceAndDeliver(minute)
    expect(new Set(statuses()).size).toBe(30)
    expect(await see()).toMatchObject({ pending: 0, failures: 0 })
  })

  it('is limited even if leases without a slot are released slowly', async () => {
    // Delays the release of leases, which attempts in flight must not overtake.
    await sql`
      create function delay_release() returns trigger language plpgsql as
        $$ begin perform pg_sleep(0.1); return new; end $$;
      create trigger delay_release before update on webhook_deliveries for each row
        when (old.lease_until is not null and new.lease_until is null and new.tries = old.tries)
        execute function delay_release()`.execute(souk.context.database)
    try {
      receiver.react = () => ({ status: 500 })
      await emitEvents(30)
      await deliverAll(souk)
    } finally {
      await sql`drop function delay_release cascade`.execute(souk.context.database)
    }
    const due = (await deliveries({ status: 'pending' })).filter(
      ({ nextAttemptAt }) => nextAttemptAt !== null && new Date(nextAttemptAt) <= souk.clock.now(),
    )
    expect(due).toEqual([])
  })

  it('receives pending messages as soon as one succeeds', async () => {
    const untried = async () =>
      (await deliveries({ status: 'pending' })).filter(({ attempts }) => attempts === 0)
    receiver.react = () => ({ status: 500 })
    await emitEvents(15)
    await deliverAll(souk)
    await advanceAndDeliver(8 * hour)
    expect((await untried()).length).toBe(5)
    receiver.react = () => ({ status: 200 })
    await advanceAndDeliver(minute)
    expect(await untried()).toEqual([])
  })

  it('causes a warning halfway and is disabled after five days', async () => {
    receiver.react = () => ({ status: 500 })
    await emitEvents(2)
    await deliverAll(souk)
    for (let halfDays = 0; halfDays < 4; halfDays++) await advanceAndDeliver(day / 2)
    expect(await notifications()).toEqual([])
    await advanceAndDeliver(day / 2)
    expect(await notifications()).toEqual(['webhook.failing'])
    await emitEvents(10)
    for (let halfDays = 0; halfDays < 4; halfDays++) {
      await advanceAndDeliver(day / 2)
      for (let minutes = 0; minutes < 3; minutes++) await advanceAndDeliver(minute)
    }
    expect(await notifications()).toEqual(['webhook.failing'])
    expect(await see()).toMatchObject({ status: 'active', pending: 12 })
    await advanceAndDeliver(day / 2)
    expect(await notifications()).toEqual(['webhook.disabled', 'webhook.failing'])
    const webhook = await see()
    expect(webhook).toMatchObject({ status: 'disabled', disabledReason: 'failing', pending: 0 })
    expect(webhook.failures).toBeGreaterThanOrEqual(20)
    expect(await auditActionsOn(souk, webhook.id)).toContain('webhook.disabled')
    const sent = receiver.arrived.length
    await emitEvents(3)
    await advanceAndDeliver(day)
    expect(receiver.arrived.length).toBe(sent)
  })

  it('is disabled by 410 until registered again', async () => {
    receiver.react = () => ({ status: 410 })
    await emitEvents(3)
    await deliverAll(souk)
    expect(receiver.arrived.length).toBeLessThanOrEqual(3)
    expect(await see()).toMatchObject({ status: 'disabled', disabledReason: 'gone', pending: 0 })
    expect(await notifications()).toEqual(['webhook.disabled'])
    expect((await deliveries({ status: 'canceled' })).length).toBe(3)
    const [delivery = fail('none')] = await deliveries()
    for (const response of [
      await souk.call('testWebhook', {}, trader.key),
      await souk.call('redeliverDelivery', { deliveryId: delivery.id }, trader.key),
      await souk.call('redeliverFailed', { since: souk.clock.now().toISOString() }, trader.key),
    ]) {
      expect([response.status, response.body['error']]).toEqual([
        409,
        'The webhook was disabled: its URL responded 410 Gone.',
      ])
    }
    receiver.react = () => ({ status: 200 })
    await souk.call('setWebhook', { url: receiver.url(), secret }, trader.key)
    await deliverAll(souk)
    expect(await see()).toMatchObject({ status: 'active', disabledReason: null, failures: 0 })
  })
})

describe('removeWebhook', () => {
  it('cancels pending deliveries and keeps the record', async () => {
    receiver.react = () => ({ status: 500 })
    await emitEvents(2)
    await deliverAll(souk)
    const { id } = await see()
    expect((await souk.call('removeWebhook', {}, trader.key)).data).toEqual({ done: true })
    expect((await souk.call('removeWebhook', {}, trader.key)).status).toBe(404)
    expect((await souk.call('getWebhook', {}, trader.key)).status).toBe(404)
    expect((await deliveries({ status: 'canceled' })).length).toBe(2)
    expect(await auditActionsOn(souk, id)).toEqual(['webhook.registered', 'webhook.removed'])
    await emitEvents()
    await advanceAndDeliver(day)
    expect(receiver.arrived.length).toBe(2)
  })

  it('cancels pending deliveries of an archived agent', async () => {
    receiver.react = () => ({ status: 500 })
    await emitEvents()
    await deliverAll(souk)
    const as = { as: trader.person.token }
    expect((await souk.call('removeMyAgent', { agentId: trader.agent.id }, as)).status).toBe(200)
    await advanceAndDeliver(minute)
    expect(receiver.arrived.length).toBe(1)
    const rows = await souk.context.database
      .selectFrom('webhook_deliveries')
      .select('status')
      .where('endpoint', '=', trader.agent.id)
      .where('trigger', '=', 'auto')
      .execute()
    expect(rows).toEqual([{ status: 'canceled' }])
  })
})

describe('listDeliveries', () => {
  it('accepts the former spelling "cancelled" as a filter, and stores it as "canceled"', async () => {
    await emitEvents(2)
    await deliverAll(souk)
    const [canceled = fail('none'), other = fail('none')] = await deliveries({ status: 'succeeded' })
    // As a node of the previous version does during a rolling upgrade.
    await sql`update webhook_deliveries set status = 'cancelled' where id = ${canceled.id}`.execute(
      souk.context.database,
    )
    for (const status of ['canceled', 'cancelled'])
      expect(await deliveries({ status })).toMatchObject([{ id: canceled.id, status: 'canceled' }])
    const succeeded = (await deliveries({ status: 'succeeded' })).map(({ id }) => id)
    expect([succeeded.includes(canceled.id), succeeded.includes(other.id)]).toEqual([false, true])
  })

  it('pages newest first', async () => {
    await emitEvents(5)
    await deliverAll(souk)
    const first = (await souk.call('listDeliveries', { limit: 4 }, trader.key)).data
    const cursor = first.nextCursor ?? fail('no further page')
    const further = (await souk.call('listDeliveries', { limit: 4, cursor }, trader.key)).data
    const all = [...first.items, ...further.items]
    expect(all.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 5 }, () => 'listing.updated'),
      'webhook.test',
    ])
    expect(further.nextCursor).toBeNull()
    expect(new Set(all.map(({ webhookId }) => webhookId)).size).toBe(6)
  })
})

describe('redeliverDelivery', () => {
  it('resends the message with the same id', async () => {
    await emitEvents()
    await deliverAll(souk)
    const [delivery = fail('none')] = await deliveries()
    const { data } = await souk.call('redeliverDelivery', { deliveryId: delivery.id }, trader.key)
    expect(data.delivery).toMatchObject({ status: 'pending', trigger: 'manual', attempts: 1 })
    await advanceAndDeliver(minute)
    const [once, again] = receiver.arrived
    expect(again?.body).toBe(once?.body)
    expect(again?.id).toBe(once?.id)
    expect(verified(again ?? fail('nothing'), secret)).toBeDefined()
    const { attempts } = await look(delivery.id)
    expect(attempts.map(({ trigger }) => trigger)).toEqual(['auto', 'manual'])
    expect(await auditActionsOn(souk, delivery.id)).toEqual(['delivery.redelivered'])
  })

  it('restarts the retry schedule', async () => {
    receiver.react = () => ({ status: 500 })
    await emitEvents()
    await deliverAll(souk)
    for (let tries = 0; tries < 9; tries++) await advanceAndDeliver(29 * hour)
    const [delivery = fail('none')] = await deliveries({ status: 'exhausted' })
    await souk.call('redeliverDelivery', { deliveryId: delivery.id }, trader.key)
    await advanceAndDeliver(minute)
    expect((await look(delivery.id)).delivery).toMatchObject({ status: 'pending', attempts: 11 })
    receiver.react = () => ({ status: 200 })
    await advanceAndDeliver(minute)
    expect((await look(delivery.id)).delivery.status).toBe('succeeded')
  })
})

describe('redeliverFailed', () => {
  it('resends only deliveries that failed since a given time', async () => {
    await emitEvents(1)
    await deliverAll(souk)
    receiver.react = () => ({ status: 410 })
    await advanceAndDeliver(hour)
    await emitEvents(2)
    await deliverAll(souk)
    await advanceAndDeliver(hour)
    receiver.react = () => ({ status: 200 })
    await souk.call('setWebhook', { url: receiver.url(), secret }, trader.key)
    await deliverAll(souk)
    receiver.arrived.length = 0
    const redeliver = async (since: number) => {
      const time = new Date(souk.clock.now().getTime() - since).toISOString()
      const { count } = (await souk.call('redeliverFailed', { since: time }, trader.key)).data
      await deliverAll(souk)
      return count
    }
    expect(await redeliver(minute)).toBe(0)
    expect(await redeliver(3 * hour)).toBe(2)
    expect(statuses().toSorted()).toEqual(['status-0', 'status-1'])
    expect(await redeliver(3 * hour)).toBe(0)
  })
})

describe('/.well-known/webhook-keys.json', () => {
  it('publishes the key that verifies platform signatures', async () => {
    const read = async () =>
      (await souk.app.inject({ method: 'GET', url: '/.well-known/webhook-keys.json' })).json()
    const { keys } = await read()
    expect(keys).toEqual([
      {
        kid: expect.any(String),
        key: expect.stringMatching(/^whpk_[\w+/]{43}=$/),
        createdAt: expect.any(String),
      },
    ])
    expect(await read()).toEqual({ keys })
    const cards = (await souk.app.inject({ method: 'GET', url: '/.well-known/jwks.json' })).json()
    expect(cards.keys.map(({ alg }: { alg: string }) => alg)).toEqual(['ES256'])
  })
})
