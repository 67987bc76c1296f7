/** Rotation of the secret key node by node, without downtime. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listDevMails } from '../../src/mails/dev-mailbox.ts'
import { requireSameSecretKey } from '../../src/secret-key/secret-key.ts'
import { keysInUse } from '../../src/secret-key/queries.ts'
import { reencrypt } from '../../src/secret-key/re-encrypt.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { startNode, type Node, type NodePlan } from '../fixtures/processes/nodes.ts'
import { testSecretKey } from '../fixtures/secret-key.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'
import { deliverAll, openReceiver, verified, type Receiver } from '../fixtures/receivers/webhook-receiver.ts'

let souk: Souk
let receiver: Receiver
let trader: TestAgent
let provider: TestAgent
const nodes: Node[] = []
beforeAll(async () => {
  souk = await startSouk()
  receiver = await openReceiver(() => souk)
  trader = await createTestAgent(souk)
  provider = await createTestAgent(souk)
  await requireSameSecretKey(souk.context.store)
})
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop()
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(async () => {
  await souk.stop()
  await receiver.close()
})

const [old, fresh] = [testSecretKey, 'the secret key that takes its place, long enough']
const secret = 'a-secret-of-24-characters'

/** Starts a node; returns undefined if it is refused. */
async function nodeWith(secretKey: string, otherSecretKey?: string): Promise<Node> {
  const plan: NodePlan = { secretKey, otherSecretKey }
  const node = await startNode(souk, plan)
  nodes.push(node)
  await requireSameSecretKey(node.context.store)
  return node
}

/** Sends a message to a task through the node; both receivers verify the signature. */
async function receiveFrom({ context }: Node, taskId: string): Promise<unknown> {
  const input = { name: provider.agent.name, message: { parts: text('More'), taskId } }
  await souk.call('sendMessage', { ...input, configuration: { returnImmediately: true } }, trader.key)
  receiver.arrived.length = 0
  souk.clock.advance(1000)
  await deliverAll({ ...souk, context })
  const arrivedAt = (name: string) =>
    receiver.arrived.find((message) => message.name === name) ?? fail(`nothing arrived at ${name}`)
  return [verified(arrivedAt('hooks'), secret), arrivedAt('push').headers['x-a2a-notification-token']]
}

describe('the secret key', () => {
  it('keeps existing data readable when it is rotated in steps', async () => {
    const refused = 'another secret key'
    await souk.call('setWebhook', { url: receiver.url(), secret }, trader.key)
    await deliverAll(souk)
    const input = {
      name: provider.agent.name,
      message: { parts: text('Hello') },
      configuration: {
        returnImmediately: true,
        taskPushNotificationConfig: { url: receiver.url('push'), token: 'tok-123' },
      },
    }
    const task = (await souk.call('sendMessage', input, trader.key)).data.task ?? fail('no task')
    const expectedMessage = [expect.objectContaining({ type: expect.stringMatching(/^task\./) }), 'tok-123']
    const mails = await souk.mails()
    expect(mails.some(({ text: letter }) => letter.includes('token='))).toBe(true)

    // A node without the current key cannot start.
    await expect(nodeWith(fresh)).rejects.toThrow(refused)

    // First every node gets the new key as the other one, then each uses it.
    await nodeWith(old, fresh)
    const node = await nodeWith(fresh, old)
    await expect(nodeWith(old)).rejects.toThrow(refused)
    expect(await receiveFrom(node, task.id)).toEqual(expectedMessage)
    expect(await node.context.store.read(listDevMails)).toEqual(mails)

    // A node that still uses the old key does not re-encrypt back.
    const behind = await nodeWith(old, fresh)
    expect(await reencrypt(behind.context)).toBe(0)
    const { store, vault } = node.context
    // The message signing key, the webhook secret and the push config secret.
    expect(await reencrypt(node.context)).toBe(3)
    expect(await store.read(keysInUse)).toMatchObject({
      current: vault.otherFingerprint,
      next: vault.fingerprint,
    })
    await expect(nodeWith(fresh)).rejects.toThrow(refused)
    expect(await reencrypt(node.context)).toBe(0)
    expect(await store.read(keysInUse)).toMatchObject({ current: vault.fingerprint, next: null })

    // Now the new key is sufficient, and the old one is not.
    await expect(nodeWith(old)).rejects.toThrow(refused)
    expect(await receiveFrom(await nodeWith(fresh), task.id)).toEqual(expectedMessage)
  })

  it('re-encrypts nothing without a second key', async () => {
    expect(await reencrypt(souk.context)).toBe(0)
  })
})
