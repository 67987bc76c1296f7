import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Context } from '../../src/context.ts'
import { minute } from '../../src/lib/clock.ts'
import type { Egress } from '../../src/ports/egress/request.ts'
import { sendDeliveries } from '../../src/events/delivery/send.ts'
import { createDeliveryLimiter } from '../../src/events/delivery/delivery-limiter.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import {
  openReceiver,
  payloadOf,
  type Arrived,
  type Receiver,
} from '../fixtures/receivers/webhook-receiver.ts'

let souk: Souk
let receiver: Receiver
beforeAll(async () => {
  souk = await startSouk()
  receiver = await openReceiver(() => souk)
  receiver.react = (message) => (agentOf(message).startsWith('silent') ? 'hang' : { status: 204 })
})
// Closing the receiver ends attempts in flight.
afterEach(async () => {
  await receiver.close()
  for (const { deliveryLimiter } of [node, otherNode]) await deliveryLimiter.drain(30_000)
  await souk.context.database.deleteFrom('webhook_attempts').execute()
  await souk.context.database.deleteFrom('webhook_deliveries').execute()
  receiver = await openReceiver(() => souk)
  receiver.react = (message) => (agentOf(message).startsWith('silent') ? 'hang' : { status: 204 })
})
afterAll(async () => {
  await receiver.close()
  await souk.stop()
})

/** Two nodes whose attempts to a silent receiver last for the whole test. */
let node: Context
let otherNode: Context
beforeAll(() => {
  const { egress } = souk.context.ports
  const longTimeoutEgress: Egress = { post: (message) => egress.post({ ...message, timeoutMs: 10 * minute }) }
  const newNode = () => ({
    ...souk.context,
    limiter: createDeliveryLimiter(),
    ports: { ...souk.context.ports, egress: longTimeoutEgress },
  })
  node = newNode()
  otherNode = newNode()
})

const agentOf = (message: Arrived) => {
  const { agent } = payloadOf(message).data
  return typeof agent === 'object' && agent !== null && 'name' in agent ? String(agent.name) : ''
}
const arrivedAt = (prefix: string) =>
  receiver.arrived.filter((message) => agentOf(message).startsWith(prefix))

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
let count = 0
/** Agents of one person, each with a webhook and a pending test message. */
async function register(person: Person, manner: 'silent' | 'prompt', agents: number, host?: string) {
  for (let index = 0; index < agents; index++) {
    const name = `${manner}-${count++}`
    const { id } = await souk.agent(person, { name })
    const input = { url: receiver.url(host ?? name), secret }
    const { status } = await souk.call('setWebhook', input, { as: person.token, agent: id })
    expect(status).toBe(200)
  }
}

const inFlight = async () => {
  const leases = await souk.context.database
    .selectFrom('webhook_deliveries')
    .innerJoin('agents', 'agents.id', 'webhook_deliveries.agent_id')
    .select('owner_id')
    .where('lease_until', 'is not', null)
    .execute()
  const perOwner = new Map<string, number>()
  for (const { owner_id: owner } of leases) perOwner.set(owner, (perOwner.get(owner) ?? 0) + 1)
  return [...perOwner.values()].toSorted((left, right) => right - left)
}

/** Runs the node until a responsive receiver was reached. */
const reachPrompt = () =>
  vi.waitFor(
    async () => {
      await sendDeliveries(node)
      expect(arrivedAt('prompt')).toHaveLength(1)
    },
    { timeout: 20_000, interval: 50 },
  )

describe('silent receivers of one account', () => {
  it('take at most 16 slots across all nodes', async () => {
    await register(await souk.person(), 'silent', 20)
    for (let turn = 0; turn < 3; turn++) {
      await sendDeliveries(node)
      await sendDeliveries(otherNode)
    }
    expect(await inFlight()).toEqual([16])
    await register(await souk.person(), 'prompt', 1)
    await reachPrompt()
  })

  it('leave connections to a shared host', async () => {
    await register(await souk.person(), 'silent', 10, 'shared')
    await sendDeliveries(node)
    await sendDeliveries(node)
    expect(await inFlight()).toEqual([4])
    await register(await souk.person(), 'prompt', 1, 'shared')
    await reachPrompt()
  })
})

describe('silent receivers of several accounts', () => {
  it('leave slots for an account with nothing in flight', async () => {
    for (let owner = 0; owner < 5; owner++) await register(await souk.person(), 'silent', 14)
    for (let turn = 0; turn < 3; turn++) await sendDeliveries(node)
    const shares = await inFlight()
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(48)
    expect(shares).toEqual([10, 10, 10, 9, 9])
    await register(await souk.person(), 'prompt', 1)
    await reachPrompt()
  })
})
