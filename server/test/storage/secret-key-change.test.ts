import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { listDevMails } from '../../src/mails/dev-mailbox.ts'
import { keysInUse, requireSameSecretKey } from '../../src/secret-key.ts'
import { reencrypt } from '../../src/workers/re-encrypt.ts'
import { fail, startSouk, type Souk } from '../fixtures/harness.ts'
import { startNode, type Node, type NodePlan } from '../fixtures/nodes.ts'
import { testSecretKey } from '../fixtures/secret-key.ts'
import { text } from '../fixtures/task-messages.ts'
import { newTrader, type Trader } from '../fixtures/traders.ts'
import { deliverAll, openReceiver, verified, type Receiver } from '../fixtures/webhook-receiver.ts'

/** The secret key is changed while the marketplace is in use, node by node, and nobody notices. */
let souk: Souk
let receiver: Receiver
let trader: Trader
let provider: Trader
const nodes: Node[] = []
beforeAll(async () => {
  souk = await startSouk()
  receiver = await openReceiver(() => souk)
  trader = await newTrader(souk)
  provider = await newTrader(souk)
  await requireSameSecretKey(souk.context.store)
})
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop()
  expect(souk.mistakes.splice(0)).toEqual([])
})
afterAll(async () => {
  await souk.stop()
  await receiver.close()
})

const [old, fresh] = [testSecretKey, 'the secret key that takes its place, long enough']
const secret = 'a-secret-of-24-characters'

/** Starts a node, if it is let. */
async function nodeWith(secretKey: string, otherSecretKey?: string): Promise<Node> {
  const plan: NodePlan = { secretKey, otherSecretKey }
  const node = await startNode(souk, plan)
  nodes.push(node)
  await requireSameSecretKey(node.context.store)
  return node
}

/** What the node sends when something is said to a task: both receivers can tell that it comes from us. */
async function heardFrom({ context }: Node, taskId: string): Promise<unknown> {
  const said = { name: provider.agent.name, message: { parts: text('More'), taskId } }
  await souk.call('sendMessage', { ...said, configuration: { returnImmediately: true } }, trader.key)
  receiver.arrived.length = 0
  souk.clock.advance(1000)
  await deliverAll({ ...souk, context })
  const arrivedAt = (name: string) =>
    receiver.arrived.find((message) => message.name === name) ?? fail(`nothing arrived at ${name}`)
  return [verified(arrivedAt('hooks'), secret), arrivedAt('push').headers['x-a2a-notification-token']]
}

it('is changed in steps, each of which keeps what the one before has sealed', async () => {
  const refused = 'another secret key'
  await souk.call('setWebhook', { url: receiver.url(), secret }, trader.key)
  await deliverAll(souk)
  const asked = {
    name: provider.agent.name,
    message: { parts: text('Hello') },
    configuration: {
      returnImmediately: true,
      taskPushNotificationConfig: { url: receiver.url('push'), token: 'tok-123' },
    },
  }
  const task = (await souk.call('sendMessage', asked, trader.key)).data.task ?? fail('no task')
  const heard = [expect.objectContaining({ type: expect.stringMatching(/^task\./) }), 'tok-123']
  const mails = await souk.mails()
  expect(mails.some(({ text: letter }) => letter.includes('token='))).toBe(true)

  // Nobody comes in who does not know the key in use.
  await expect(nodeWith(fresh)).rejects.toThrow(refused)

  // First every node learns of the new key, then each takes it.
  await nodeWith(old, fresh)
  const node = await nodeWith(fresh, old)
  await expect(nodeWith(old)).rejects.toThrow(refused)
  expect(await heardFrom(node, task.id)).toEqual(heard)
  expect(await node.context.store.read(listDevMails)).toEqual(mails)

  // Who still uses the old one does not undo what is done.
  const behind = await nodeWith(old, fresh)
  expect(await reencrypt(behind.context)).toBe(0)
  const { store, vault } = node.context
  // The key that signs messages, the secret of the webhook, and that of the push config.
  expect(await reencrypt(node.context)).toBe(3)
  expect(await store.read(keysInUse)).toMatchObject({
    current: vault.otherFingerprint,
    next: vault.fingerprint,
  })
  await expect(nodeWith(fresh)).rejects.toThrow(refused)
  expect(await reencrypt(node.context)).toBe(0)
  expect(await store.read(keysInUse)).toMatchObject({ current: vault.fingerprint, next: null })

  // Now the new one is enough, and the old one is not.
  await expect(nodeWith(old)).rejects.toThrow(refused)
  expect(await heardFrom(await nodeWith(fresh), task.id)).toEqual(heard)
})

it('is not sealed again where there is one key', async () => {
  expect(await reencrypt(souk.context)).toBe(0)
})
