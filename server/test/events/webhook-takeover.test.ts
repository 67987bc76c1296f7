/** Several nodes on one database, some of them slow. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../src/context.ts'
import { minute, second } from '../../src/lib/clock.ts'
import { isId, newId } from '../../src/lib/ids.ts'
import { sendDeliveries } from '../../src/events/delivery/send.ts'
import { createDeliveryLimiter } from '../../src/events/delivery/delivery-limiter.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'
import { deliverAll, openReceiver, payloadOf, type Receiver } from '../fixtures/receivers/webhook-receiver.ts'

let souk: Souk
let receiver: Receiver
let trader: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  receiver = await openReceiver(() => souk)
})
beforeEach(async () => {
  trader = await createTestAgent(souk)
  receiver.react = () => ({ status: 200 })
  await set()
  await deliverAll(souk)
  souk.clock.advance(second)
  receiver.arrived.length = 0
})
afterEach(async () => {
  await souk.call('removeWebhook', {}, trader.key)
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(async () => {
  await souk.stop()
  await receiver.close()
})

const set = (url = receiver.url()) =>
  souk.call('setWebhook', { url, secret: 'a-secret-of-24-characters' }, trader.key)
const changes = () => receiver.arrived.map((message) => payloadOf(message).data['sequence'])
const newest = async () =>
  (await souk.call('listDeliveries', { limit: 1 }, trader.key)).data.items[0] ?? fail('no delivery')
const advanceAndDeliver = async (milliseconds: number) => {
  souk.clock.advance(milliseconds)
  await deliverAll(souk)
}

/** Changes a task of the agent; its events are queued but not sent. */
async function change(sequence: number, taskId = newId('task', souk.clock.now())) {
  const { id: agentId } = trader.agent
  if (!isId('agt', agentId)) return fail('no agent')
  const facts = { contextId: 'ctx', phase: 'working', role: 'client', by: 'clock', action: 'warn' } as const
  await souk.context.store.write(async (tx) =>
    tx.emit({ kind: 'task.warned', agentId, subject: taskId, data: { taskId, sequence, ...facts } }),
  )
  return taskId
}

interface SlowNode {
  readonly context: Context
  /** Sends the claimed deliveries and records the results. */
  finish(): Promise<void>
}

/** Claims due deliveries and sends them on demand. */
async function startSlow(): Promise<SlowNode> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { ports } = souk.context
  const context: Context = {
    ...souk.context,
    deliveryLimiter: createDeliveryLimiter(),
    ports: {
      ...ports,
      egress: {
        post: async (message) => {
          await released
          return ports.egress.post(message)
        },
      },
    },
  }
  expect(await sendDeliveries(context)).toBe(1)
  return {
    context,
    finish: async () => {
      release()
      await context.deliveryLimiter.drain(minute)
    },
  }
}

/** Creates deliveries without sending them. */
async function queue(): Promise<void> {
  const idle = { ...souk.context.deliveryLimiter, available: () => 0 }
  await deliverAll({ ...souk, context: { ...souk.context, deliveryLimiter: idle } })
}

describe('a slow node', () => {
  it('keeps its deliveries until its lease expires', async () => {
    await change(1)
    await queue()
    const slow = await startSlow()
    await advanceAndDeliver(minute - second)
    expect(changes()).toEqual([])
    await advanceAndDeliver(second)
    expect(changes()).toEqual([1])
    await slow.finish()
    expect(changes()).toEqual([1, 1])
    expect(await newest()).toMatchObject({ status: 'succeeded', attempts: 2 })
  })

  it('changes nothing when it fails after another node took over', async () => {
    await change(1)
    await queue()
    const first = await startSlow()
    souk.clock.advance(minute)
    const other = await startSlow()
    receiver.react = () => ({ status: 500 })
    await first.finish()
    expect(await newest()).toMatchObject({ status: 'pending', attempts: 1, lastError: null })
    await advanceAndDeliver(30 * second)
    expect(changes()).toEqual([1])
    receiver.react = () => ({ status: 200 })
    await other.finish()
    expect(await newest()).toMatchObject({ status: 'succeeded', attempts: 2 })
  })

  it('completes the delivery when it succeeds after another node took over', async () => {
    await change(1)
    await queue()
    const first = await startSlow()
    souk.clock.advance(minute)
    const other = await startSlow()
    await first.finish()
    expect(await newest()).toMatchObject({ status: 'succeeded', attempts: 1 })
    receiver.react = () => ({ status: 410 })
    await other.finish()
    expect(await newest()).toMatchObject({ status: 'succeeded', attempts: 2 })
  })

  it('blocks later messages of the same task even when its lease has expired', async () => {
    const taskId = await change(1)
    receiver.react = () => ({ status: 500 })
    await deliverAll(souk)
    await advanceAndDeliver(10 * second)
    await advanceAndDeliver(10 * minute)
    expect(changes()).toEqual([1, 1, 1])
    receiver.react = () => ({ status: 200 })
    souk.clock.advance(40 * minute)
    const slow = await startSlow()
    await change(2, taskId)
    await deliverAll(souk)
    expect(changes()).toEqual([1, 1, 1])
    await slow.finish()
    await deliverAll(souk)
    expect(changes()).toEqual([1, 1, 1, 1, 2])
  })

  it('does not affect the health of a replaced URL', async () => {
    await change(1)
    await queue()
    const slow = await startSlow()
    await set(receiver.url('replacement'))
    receiver.react = ({ name }) => ({ status: name === 'replacement' ? 200 : 410 })
    await slow.finish()
    expect((await souk.call('getWebhook', {}, trader.key)).data.webhook).toMatchObject({
      status: 'active',
      failures: 0,
    })
    await advanceAndDeliver(minute)
    const arrived = receiver.arrived.map((message) => `${message.name} ${payloadOf(message).type}`)
    expect(arrived.toSorted()).toEqual([
      'hooks task.warned',
      'replacement task.warned',
      'replacement webhook.test',
    ])
  })
})
