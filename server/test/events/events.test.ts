import { EventEmitter, on } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../src/context.ts'
import { relayEvents } from '../../src/events/relay.ts'
import { day } from '../../src/lib/clock.ts'
import type { Id } from '../../src/lib/ids.ts'
import type { LiveEvent } from '../../src/events/sse-frame.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { openSubscription } from '../fixtures/a2a/event-subscription.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { startNode } from '../fixtures/processes/nodes.ts'
import { seed } from '../fixtures/seeds.ts'
import { seededRandom } from '../fixtures/seeded-random.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'

const random = seededRandom(seed)
let souk: Souk
let agentId: Id<'agt'>
beforeAll(async () => {
  souk = await startSouk()
  agentId = idOf((await createTestAgent(souk)).agent)
})
afterAll(() => souk.stop())

/** A transaction with a delay between its first statement and its commit. */
function change({ store }: Context, name: string, { fails = false } = {}): Promise<void> {
  return store.write(async (tx) => {
    tx.emit({ kind: 'listing.updated', agentId, subject: name, data: { listingId: name, status: 'open' } })
    await sql`select pg_sleep(${random.below(10) / 1000})`.execute(tx)
    if (fails) throw new Error('rolled back')
  })
}

async function readEvents(context: Context, count: number, lastEventId?: string): Promise<LiveEvent[]> {
  const subscription = await openSubscription(context, { agentId, kinds: ['listing.updated'] }, lastEventId)
  const seen: LiveEvent[] = []
  while (seen.length < count) seen.push(await subscription.next())
  subscription.leave()
  return seen
}

const relayAll = async (context: Context) => {
  while ((await relayEvents(context)) > 0);
}

describe('events', () => {
  it('are committed with their change or not at all', async () => {
    await change(souk.context, 'kept')
    await expect(change(souk.context, 'lost', { fails: true })).rejects.toThrow('rolled back')
    await relayAll(souk.context)
    const events = await readEvents(souk.context, 1, '0')
    expect(events.map(({ data }) => JSON.parse(data))).toEqual([{ status: 'open', listingId: 'kept' }])
  })

  it('reach every reader once and in order while writers, relays and readers come and go', async () => {
    const writers = 32
    const each = 40
    const nodes = await Promise.all([0, 1].map(() => startNode(souk, { workers: ['event-relay'] })))
    const doomed = await startNode(souk, { workers: ['event-relay'] })
    const first = (
      await souk.context.database.selectFrom('event_numbers').select('last').executeTakeFirstOrThrow()
    ).last
    const contexts = [souk.context, ...nodes.map(({ context }) => context)]
    const at = (index: number) => contexts[index % contexts.length] ?? souk.context
    const write = async (writer: number) => {
      for (let n = 0; n < each; n++) {
        await change(at(writer), `${writer}:${n}`)
        progress.emit('written', ++written)
      }
    }
    const total = writers * each
    let written = 0
    const progress = new EventEmitter().setMaxListeners(0)
    const whenWritten = async (count: number) => {
      for await (const [done] of on(progress, 'written')) if (done >= count) return
    }
    const read = async (reader: number) => {
      await whenWritten(random.below(total / 2))
      return readEvents(at(reader), total, String(first))
    }
    const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    const reading = Promise.all(Array.from({ length: 8 }, (_, reader) => read(reader)))
    await whenWritten(total / 4)
    await doomed.stop()
    await writing
    const views = await reading
    await Promise.all(nodes.map((node) => node.stop()))
    const [view = []] = views
    for (const other of views) expect(other).toEqual(view)
    expect(new Set(view.map(({ data }) => data)).size).toBe(total)
    expect(view.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: total }, (_, n) => Number(first) + n + 1),
    )
    for (let writer = 0; writer < writers; writer++) {
      const writtenByOne = view
        .map(({ data }) => JSON.parse(data))
        .filter(({ listingId }) => listingId.startsWith(`${writer}:`))
      expect(writtenByOne).toEqual(
        Array.from({ length: each }, (_, n) => ({ status: 'open', listingId: `${writer}:${n}` })),
      )
    }
  })

  it('resume exactly after the last event seen', async () => {
    for (const name of ['a', 'b', 'c']) await change(souk.context, name)
    await relayAll(souk.context)
    const { last } = await souk.context.database
      .selectFrom('event_numbers')
      .select('last')
      .executeTakeFirstOrThrow()
    const tail = await readEvents(souk.context, 2, String(last - 2n))
    expect(tail.map(({ id }) => id)).toEqual([String(last - 1n), String(last)])
  })

  it('are retained for ninety days; an older cursor gets an error', async () => {
    souk.clock.advance(91 * day)
    await change(souk.context, 'young')
    await relayAll(souk.context)
    while ((await souk.work(['retention'])) > 0);
    await expect(readEvents(souk.context, 1, '1')).rejects.toMatchObject({ kind: 'gone' })
    const { last } = await souk.context.database
      .selectFrom('event_numbers')
      .select('last')
      .executeTakeFirstOrThrow()
    expect(await readEvents(souk.context, 1, String(last - 1n))).toHaveLength(1)
  })
})

describe('several nodes', () => {
  it('are notified of changes and key revocations on another node', async () => {
    const trader = await createTestAgent(souk)
    const node = await startNode(souk, { workers: ['event-relay'] })
    const key = node.context.rowCache.keys
    const subscription = node.context.pubsub.listen('task:made-elsewhere')
    key.set('key_x', {
      id: 'key_x',
      agent_id: idOf(trader.agent),
      secret_hash: Buffer.from(''),
      scopes: [],
      wallet: true,
      expires_at: null,
    })
    await souk.context.store.write(async (tx) => {
      tx.publish('task:made-elsewhere')
      tx.publish('key:key_x')
    })
    const never = new AbortController()
    await subscription.next(never.signal, 20_000)
    expect(key.get('key_x')).toBeUndefined()
    subscription.close()
    await node.stop()
  })
})
