/** Attempts that end concurrently are recorded in one batch without affecting each other. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { second } from '../../src/lib/clock.ts'
import { isId, newId } from '../../src/lib/ids.ts'
import type { EgressResult } from '../../src/ports/egress/result.ts'
import { sendDeliveries } from '../../src/events/delivery/send.ts'
import { createDeliveryLimiter } from '../../src/events/delivery/delivery-limiter.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'
import { deliverAll, openReceiver, type Receiver } from '../fixtures/receivers/webhook-receiver.ts'

let souk: Souk
let receiver: Receiver
beforeAll(async () => {
  souk = await startSouk()
  receiver = await openReceiver(() => souk)
})
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))
afterAll(async () => {
  await souk.stop()
  await receiver.close()
})

/** A person with a webhook and no pending deliveries. */
async function newListener(): Promise<TestAgent> {
  const trader = await createTestAgent(souk)
  await souk.call('setWebhook', { url: receiver.url(), secret: 'a-secret-of-24-characters' }, trader.key)
  await deliverAll(souk)
  souk.clock.advance(second)
  return trader
}

async function emitEvent({ agent }: TestAgent): Promise<void> {
  const agentId = isId('agt', agent.id) ? agent.id : fail('no agent')
  const listingId = newId('lst', souk.clock.now())
  await souk.context.store.write(async (tx) =>
    tx.emit({ kind: 'listing.updated', agentId, subject: listingId, data: { listingId, status: 'active' } }),
  )
}

const answered = (status: number, excerpt = ''): EgressResult => ({
  kind: 'response',
  status,
  excerpt,
  durationMs: 1,
  remoteAddress: '127.0.0.1',
})

/** Sends due deliveries; once all are in flight, they end with these outcomes in any order. */
async function endConcurrently(outcomes: readonly EgressResult[]): Promise<void> {
  const { ports, deliveryLimiter: limiter } = souk.context
  await deliverAll({
    ...souk,
    context: { ...souk.context, deliveryLimiter: { ...limiter, available: () => 0 } },
  })
  const left = [...outcomes]
  let release = () => {}
  const complete = new Promise<void>((resolve) => {
    release = resolve
  })
  const post = async () => {
    const outcome = left.pop() ?? fail('more was sent than expected')
    if (left.length === 0) release()
    await complete
    return outcome
  }
  const context = {
    ...souk.context,
    deliveryLimiter: createDeliveryLimiter(),
    ports: { ...ports, egress: { post } },
  }
  expect(await sendDeliveries(context)).toBe(outcomes.length)
  await context.deliveryLimiter.drain(30 * second)
}

const newestOf = async ({ key }: TestAgent) =>
  (await souk.call('listDeliveries', { limit: 1 }, key)).data.items[0] ?? fail('no delivery')

describe('recordAttempts', () => {
  it('records concurrent results in one transaction, each as if alone', async () => {
    const listeners = [await newListener(), await newListener(), await newListener()]
    for (const listener of listeners) await emitEvent(listener)
    await endConcurrently([answered(200), answered(500), answered(410)])
    const newest = await Promise.all(listeners.map(newestOf))
    expect(newest.map(({ status, attempts }) => `${status} ${attempts}`).toSorted()).toEqual([
      'canceled 1',
      'pending 1',
      'succeeded 1',
    ])
    const webhooks = await Promise.all(listeners.map(({ key }) => souk.call('getWebhook', {}, key)))
    expect(
      webhooks
        .map(({ data: { webhook } }) => `${webhook.status} ${webhook.failures} ${webhook.disabledReason}`)
        .toSorted(),
    ).toEqual(['active 0 null', 'active 1 null', 'disabled 1 gone'])
    const { rows } = await sql<{ transactions: bigint }>`
    select count(distinct xmin::text) as transactions from webhook_attempts
    where delivery_id = any(${newest.map(({ id }) => id)}::text[])`.execute(souk.context.database)
    expect(rows).toEqual([{ transactions: 1n }])
  })

  it('counts every concurrent failure of one webhook', async () => {
    const listener = await newListener()
    for (let count = 0; count < 3; count++) await emitEvent(listener)
    await endConcurrently([answered(500), answered(503), answered(500)])
    const { webhook } = (await souk.call('getWebhook', {}, listener.key)).data
    expect(webhook).toMatchObject({ status: 'active', failures: 3, pending: 3, lastError: 'http_5xx' })
  })

  it('records the others when one cannot be stored, and resends that one', async () => {
    const listeners = [await newListener(), await newListener()]
    for (const listener of listeners) await emitEvent(listener)
    // NUL, which the egress port never returns and PostgreSQL refuses.
    await endConcurrently([answered(200), answered(200, 'nothing\u0000more')])
    const statuses = async () => (await Promise.all(listeners.map(newestOf))).map(({ status }) => status)
    expect((await statuses()).toSorted()).toEqual(['pending', 'succeeded'])
    souk.clock.advance(61 * second)
    await deliverAll(souk)
    expect(await statuses()).toEqual(['succeeded', 'succeeded'])
  })
})
