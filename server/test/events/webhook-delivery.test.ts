import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../src/context.ts'
import { relayEvents } from '../../src/events/relay.ts'
import { minute, second } from '../../src/lib/clock.ts'
import { isId, newId, type Id } from '../../src/lib/ids.ts'
import type { Egress } from '../../src/ports/egress/request.ts'
import { dispatchEvents } from '../../src/events/delivery/dispatch.ts'
import { sendDeliveries } from '../../src/events/delivery/send.ts'
import { createDeliveryLimiter } from '../../src/events/delivery/delivery-limiter.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'
import {
  deliverAll,
  openReceiver,
  payloadOf,
  verified,
  type Arrived,
  type Reaction,
  type Receiver,
} from '../fixtures/receivers/webhook-receiver.ts'

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

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const tasksEach = 10
const changesEach = 10

/** Short timeout for the receiver that never responds. */
const shortTimeoutEgress: Egress = {
  post: (message) => {
    const timeoutMs = message.url.startsWith('http://hangs.') ? second : message.timeoutMs
    return souk.context.ports.egress.post({ ...message, timeoutMs })
  },
}

/** Another node on the same database. */
const node = (egress: Egress): Context => ({
  ...souk.context,
  deliveryLimiter: createDeliveryLimiter(),
  ports: { ...souk.context.ports, egress },
})

/** A node that crashes before it sends, or after it has sent but before it records the attempt. */
const dying = (after: boolean): Context =>
  node({
    post: async (message) => {
      if (after) await shortTimeoutEgress.post(message)
      sentByTheDead += after ? 1 : 0
      return new Promise(() => undefined)
    },
  })
let sentByTheDead = 0

/** Receiver behaviors: the response to the n-th attempt of a message. */
const behaviors: Record<string, (tries: number, message: Arrived) => Reaction> = {
  ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`good${n}`, () => ({ status: 200 })])),
  fails: (tries) => ({ status: tries < 2 ? 500 : 200 }),
  fails2: (tries, message) => ({ status: tries < 3 && changeOf(message) === 2 ? 503 : 204 }),
  moves: (tries) => ({ status: tries < 2 ? 307 : 200, headers: { location: 'http://good0.localhost/' } }),
  hangs: (tries, message) => (tries < 2 && changeOf(message) === 3 ? 'hang' : { status: 200 }),
  resets: (tries) => (tries < 2 ? 'reset' : { status: 200 }),
  resets2: (tries, message) => (tries < 3 && changeOf(message) === 4 ? 'reset' : { status: 201 }),
  busy: (tries) =>
    tries < 2
      ? { status: 429, headers: { 'retry-after': '120' } }
      : { status: 200, body: 'x'.repeat(100_000) },
  busy2: (tries) => (tries < 2 ? { status: 503, headers: { 'retry-after': 'soon' } } : { status: 200 }),
  gone: () => ({ status: 410 }),
  dead: () => ({ status: 500 }),
}
const total = Object.keys(behaviors).length * tasksEach * changesEach
const changeOf = (message: Arrived) => payloadOf(message).data['sequence']
const isAlive = (name: string) => name !== 'gone' && name !== 'dead'

interface Listener {
  readonly name: string
  readonly agentId: Id<'agt'>
  readonly tasks: readonly Id<'task'>[]
}

async function listen(name: string): Promise<Listener> {
  const { agent, key } = await createTestAgent(souk)
  const { id: agentId } = agent
  await souk.call('setWebhook', { url: receiver.url(name), secret }, key)
  const tasks = Array.from({ length: tasksEach }, () => newId('task', souk.clock.now()))
  return isId('agt', agentId) ? { name, agentId, tasks } : fail('no agent')
}

/** Changes every task once. */
async function changeAll(listeners: readonly Listener[], sequence: number): Promise<void> {
  const change = {
    contextId: 'ctx',
    sequence,
    phase: 'working',
    role: 'client',
    by: 'provider',
    action: 'message',
  } as const
  await souk.context.store.write(async (tx) => {
    for (const { agentId, tasks } of listeners)
      for (const taskId of tasks)
        tx.emit({ kind: 'task.message', agentId, subject: taskId, data: { taskId, ...change } })
  })
}

/** Crashes a dispatcher just before its commit. */
async function dispatchAndRollBack(): Promise<void> {
  const { store, pubsub } = souk.context
  const killed: Context['store'] = {
    ...store,
    write: (change) =>
      store.write(async (tx) => {
        await change(tx)
        throw new Error('killed')
      }),
  }
  await expect(dispatchEvents({ store: killed, pubsub })).rejects.toThrow('killed')
}

async function pending(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_deliveries d join webhooks w on w.agent_id = d.agent_id
    where d.status = 'pending' and w.url not like '%dead%'`.execute(souk.context.database)
  return rows[0]?.count ?? 0
}

const taken: Arrived[] = []
const tries = new Map<string, number>()

describe('two thousand messages', () => {
  let listeners: Listener[]
  let started: Date

  beforeAll(async () => {
    receiver.react = () => ({ status: 200 })
    listeners = await Promise.all(Object.keys(behaviors).map(listen))
    await deliverAll(souk)
    souk.clock.advance(second)
    started = souk.clock.now()
    receiver.arrived.length = 0
    receiver.react = (message) => {
      const count = (tries.get(`${message.name} ${message.id}`) ?? 0) + 1
      tries.set(`${message.name} ${message.id}`, count)
      const reaction = behaviors[message.name]?.(count, message) ?? fail(`unknown receiver ${message.name}`)
      if (typeof reaction === 'object' && reaction.status < 300) taken.push(message)
      return reaction
    }
  })

  it('are each created once despite crashes', async () => {
    const { context } = souk
    for (let sequence = 1; sequence <= changesEach; sequence++) await changeAll(listeners, sequence)
    while ((await relayEvents(context)) > 0) {
      await dispatchAndRollBack()
      await Promise.all([dispatchEvents(context), dispatchEvents(context), dispatchEvents(context)])
    }
    while ((await dispatchEvents(context)) > 0) await dispatchAndRollBack().catch(() => undefined)
    const { rows } = await sql<{ count: number; events: number }>`
      select count(*)::int as count, count(distinct event_id)::int as events
      from webhook_deliveries where trigger = 'auto'`.execute(context.database)
    expect(rows).toEqual([{ count: total, events: total }])
  })

  it('reach every live receiver despite faults and crashes', async () => {
    const nodes = [node(shortTimeoutEgress), node(shortTimeoutEgress)]
    for (let round = 0; (await pending()) > 0; round++) {
      if (round > 300) fail(`${await pending()} are still pending`)
      if (round % 5 === 1 && round < 60) await sendDeliveries(dying(round % 2 === 0))
      for (let more = 1; more > 0;) {
        const moved = await Promise.all(nodes.map(sendDeliveries))
        await Promise.all(nodes.map(({ deliveryLimiter }) => deliveryLimiter.drain(10_000)))
        more = moved.reduce((sum, count) => sum + count)
      }
      souk.clock.advance(round < 60 ? 2 * second : minute)
    }
    // The number of crashes depends on the speed of the machine; at least one must occur.
    expect(sentByTheDead).toBeGreaterThan(0)
    for (const { name, tasks } of listeners.filter((listener) => isAlive(listener.name))) {
      const arrived = taken.filter((message) => message.name === name)
      expect([name, new Set(arrived.map(({ id }) => id)).size]).toEqual([name, tasks.length * changesEach])
    }
  })

  it('arrive in order per task', () => {
    for (const { name, tasks } of listeners.filter((listener) => isAlive(listener.name))) {
      for (const taskId of tasks) {
        const taskMessages = taken.filter(
          (message) => message.name === name && payloadOf(message).data['taskId'] === taskId,
        )
        const order = [...new Set(taskMessages.map(changeOf))]
        expect([name, taskId, order]).toEqual([
          name,
          taskId,
          Array.from({ length: changesEach }, (_, index) => index + 1),
        ])
      }
    }
  })

  it('are signed for their receiver', () => {
    expect(receiver.arrived.length).toBeGreaterThan(total)
    for (const message of receiver.arrived) verified(message, secret)
  })

  it('are not sent to removed receivers and rarely to dead ones', async () => {
    const { rows } = await sql<{ name: string; status: string }>`
      select substring(url from '//(\\w+)') as name, status from webhooks
      where url like '%gone%' or url like '%dead%' order by 1`.execute(souk.context.database)
    expect(rows).toEqual([
      { name: 'dead', status: 'active' },
      { name: 'gone', status: 'disabled' },
    ])
    expect(taken.filter(({ name }) => !isAlive(name))).toEqual([])
    const sent = (name: string) => receiver.arrived.filter((message) => message.name === name).length
    expect(sent('gone')).toBeLessThanOrEqual(8)
    const minutes = (souk.clock.now().getTime() - started.getTime()) / minute
    const nodes = 2
    // Ten failures, then one attempt a minute; crashed nodes could not count theirs.
    expect(sent('dead')).toBeLessThan(nodes * (10 + minutes + 1) + sentByTheDead)
  })
})
