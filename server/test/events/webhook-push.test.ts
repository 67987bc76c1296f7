import { createPublicKey, verify } from 'node:crypto'
import type { StreamResponse, Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isTaskMarket, marketOf, type MarketChange } from '../../../sdk/src/market.ts'
import { day, minute, second } from '../../src/lib/clock.ts'
import { faultsIn } from '../fixtures/a2a/a2a-shapes.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { sendAsProvider, withoutProvenance, text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import type { TestAgent } from '../fixtures/people/test-agents.ts'
import {
  deliverAll,
  openReceiver,
  type Arrived,
  type Receiver,
} from '../fixtures/receivers/webhook-receiver.ts'

let souk: Souk
let receiver: Receiver
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  receiver = await openReceiver(() => souk)
})
beforeEach(async () => {
  trade = await createTaskFixture(souk)
  await deliverAll(souk)
  receiver.react = () => ({ status: 200 })
  receiver.arrived.length = 0
})
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))
afterAll(async () => {
  await souk.stop()
  await receiver.close()
})

const advanceAndDeliver = async (milliseconds: number) => {
  souk.clock.advance(milliseconds)
  await deliverAll(souk)
}
const address = (task: Task) => ({ name: trade.provider.agent.name, taskId: task.id })
const create = (task: Task, as: TestAgent, config: object = {}) =>
  souk.call('createPushConfig', { url: receiver.url(), ...config, ...address(task) }, as.key)

const responseOf = ({ body }: Arrived): StreamResponse => JSON.parse(body)

/** The marketplace metadata of a message, as receivers read it with the SDK. */
function changeIn(message: Arrived): MarketChange {
  const market = marketOf(responseOf(message))
  return isTaskMarket(market) ? fail('a change has no role') : market
}
const versions = (messages: readonly Arrived[] = receiver.arrived) =>
  messages.map((message) => changeIn(message).version)

/** Runs a paid task from request to settlement with two artifacts. */
async function wholeTask(task: Task): Promise<void> {
  await trade.start(task)
  const artifact = { artifactId: 'draft', parts: text('A draft') }
  await souk.call('submitArtifact', { ...address(task), artifact }, trade.provider.key)
  await trade.deliver(task)
  await souk.call('acceptTask', address(task), trade.client.key)
}

describe('a push notification config', () => {
  it('receives every change of its task once, in order, in A2A format', async () => {
    const task = await trade.hire(5000)
    const secrets = { token: 'tok-123', authentication: { scheme: 'Bearer', credentials: 'cred-456' } }
    await create(task, trade.client, { id: 'mine', ...secrets })
    await wholeTask(task)
    await deliverAll(souk)
    await deliverAll(souk)
    const { version } = await trade.market(task)
    expect(versions()).toEqual(Array.from({ length: version }, (_, index) => index + 1))
    const changes = receiver.arrived.map(changeIn)
    expect(changes.map(({ by, phase }) => `${by} ${phase}`)).toEqual([
      'client requested',
      'provider working',
      'provider working',
      'provider working',
      'provider delivered',
      'client completed',
    ])
    expect(changes.at(-1)).toMatchObject({ action: 'accept', reason: 'accepted' })
    for (const message of receiver.arrived) {
      expect(faultsIn('StreamResponse', responseOf(message))).toEqual([])
      expect(message.headers).toMatchObject({
        'content-type': 'application/a2a+json',
        'a2a-version': '1.0',
        authorization: 'Bearer cred-456',
        'x-a2a-notification-token': 'tok-123',
        'a2a-notification-token': 'tok-123',
      })
    }
    const last = receiver.arrived.at(-1) ?? fail('nothing arrived')
    expect(responseOf(last).statusUpdate?.status.state).toBe('TASK_STATE_COMPLETED')
    expect(
      receiver.arrived.filter((message) => responseOf(message).artifactUpdate !== undefined).length,
    ).toBe(2)
  })

  it('needs no secrets and is still signed by the platform', async () => {
    const task = await trade.hire(0)
    await create(task, trade.client)
    await deliverAll(souk)
    const [message = fail('nothing arrived')] = receiver.arrived
    expect(Object.keys(message.headers)).not.toContain('authorization')
    expect(Object.keys(message.headers).filter((name) => name.includes('token'))).toEqual([])
    const { keys } = (await souk.app.inject({ method: 'GET', url: '/.well-known/webhook-keys.json' })).json()
    const x = Buffer.from(String(keys[0].key).slice(5), 'base64').toString('base64url')
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const [, signature = ''] = /^v1a,(\S+)$/.exec(message.headers['webhook-signature'] ?? '') ?? []
    const content = `${message.id}.${message.headers['webhook-timestamp']}.${message.body}`
    expect(verify(null, Buffer.from(content), publicKey, Buffer.from(signature, 'base64'))).toBe(true)
  })

  it('belongs to one party, and each party receives a change once', async () => {
    const task = await trade.hire(0)
    await create(task, trade.client, { id: 'same', url: receiver.url('client') })
    await create(task, trade.provider, { id: 'same', url: receiver.url('provider') })
    await create(task, trade.provider, { id: 'other', url: receiver.url('other') })
    await trade.start(task)
    await deliverAll(souk)
    for (const party of ['client', 'provider', 'other'])
      expect(versions(receiver.arrived.filter(({ name }) => name === party))).toEqual([1, 2])
    const { items } = (await souk.call('listDeliveries', {}, trade.client.key)).data
    expect(items).toMatchObject([
      { configId: 'same', status: 'succeeded' },
      { configId: 'same', status: 'succeeded' },
    ])
  })

  it('created with a message receives the task from its beginning', async () => {
    const config = { url: receiver.url(), token: 'tok' }
    const configuration = { returnImmediately: true, taskPushNotificationConfig: config }
    const input = { name: trade.provider.agent.name, message: { parts: text('Hello') }, configuration }
    const task = (await souk.call('sendMessage', input, trade.client.key)).data.task ?? fail('no task')
    await trade.start(task)
    await deliverAll(souk)
    expect(versions()).toEqual([1, 2])
  })

  it('delays messages after a failed one, but not indefinitely', async () => {
    const task = await trade.hire(0)
    await create(task, trade.client)
    receiver.react = (message) => ({ status: changeIn(message).version === 1 ? 500 : 200 })
    await trade.start(task)
    await deliverAll(souk)
    await advanceAndDeliver(10 * second)
    expect(versions()).toEqual([1, 1])
    await advanceAndDeliver(10 * minute)
    expect(versions()).toEqual([1, 1, 1, 2])
    await trade.deliver(task)
    await deliverAll(souk)
    expect(versions().slice(4)).toEqual([3, 4])
    receiver.react = () => ({ status: 200 })
    await advanceAndDeliver(day)
    expect(versions().slice(6)).toEqual([1])
  })

  it('receives nothing after deletion, and pending messages are canceled', async () => {
    const task = await trade.hire(0)
    await create(task, trade.client, { id: 'mine' })
    receiver.react = () => ({ status: 500 })
    await deliverAll(souk)
    await souk.call('deletePushConfig', { ...address(task), configId: 'mine' }, trade.client.key)
    await trade.start(task)
    await advanceAndDeliver(minute)
    expect(versions()).toEqual([1])
    const { items } = (await souk.call('listDeliveries', {}, trade.client.key)).data
    expect(items).toMatchObject([{ target: 'pushConfig', configId: 'mine', status: 'canceled' }])
    const again = { deliveryId: items[0]?.id ?? fail('none') }
    expect((await souk.call('redeliverDelivery', again, trade.client.key)).status).toBe(409)
    await create(task, trade.client, { id: 'mine' })
    receiver.react = () => ({ status: 200 })
    expect((await souk.call('redeliverDelivery', again, trade.client.key)).status).toBe(200)
    await deliverAll(souk)
    expect(versions()).toEqual([1, 1])
  })

  it('is deleted when its receiver returns 410', async () => {
    const task = await trade.hire(0)
    await create(task, trade.client)
    await trade.start(task)
    receiver.react = () => ({ status: 410 })
    await deliverAll(souk)
    expect(versions()).toEqual([1])
    expect((await souk.call('listPushConfigs', address(task), trade.client.key)).data.configs).toEqual([])
    await advanceAndDeliver(day)
    expect(versions()).toEqual([1])
  })
})

describe('a task that is hidden from its client', () => {
  /** A blocking call and the task it created. */
  async function sendBlocking() {
    const { provider, client } = trade
    const tasksOf = () => souk.call('listTasks', { name: provider.agent.name }, provider.key)
    await tasksOf()
    const configuration = { taskPushNotificationConfig: { url: receiver.url() } }
    const input = { name: provider.agent.name, message: { parts: text('Hello') }, configuration }
    const pending = souk.call('sendMessage', input, client.key)
    for (;;) {
      const [task] = (await tasksOf()).data.tasks
      if (task !== undefined) return { pending, task }
    }
  }

  it('is not sent, and never if it is answered by a message', async () => {
    const { pending, task } = await sendBlocking()
    await deliverAll(souk)
    expect(receiver.arrived).toEqual([])
    const message = {
      role: 'agent',
      parts: text('Hi'),
      taskId: task.id,
      metadata: marketMetadata({ reply: 'message' }),
    }
    const input = { name: trade.provider.agent.name, message }
    expect((await souk.call('sendMessage', input, trade.provider.key)).status).toBe(200)
    expect(withoutProvenance((await pending).data.message?.parts)).toEqual(text('Hi'))
    await advanceAndDeliver(day)
    expect(receiver.arrived).toEqual([])
    expect((await souk.call('listDeliveries', {}, trade.client.key)).data.items).toEqual([])
  })

  it('is sent from its beginning once the client can see it', async () => {
    const { pending, task } = await sendBlocking()
    await deliverAll(souk)
    await sendAsProvider(souk, trade.provider, task, { state: 'completed' })
    expect((await pending).data.task?.status.state).toBe('TASK_STATE_COMPLETED')
    await deliverAll(souk)
    expect(versions()).toEqual([1, 2])
  })
})
