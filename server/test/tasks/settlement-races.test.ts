/** Concurrent decisions about a dispute on two nodes: exactly one of them ends it, and the offers agree with it. */
import type { FastifyInstance } from 'fastify'
import type { Task, TaskDispute } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { day, hour } from '../../src/lib/clock.ts'
import { runTimeouts } from '../../src/tasks/commands/run-timeouts.ts'
import { asOperator, type CallOptions } from '../fixtures/operations.ts'
import { call, startSouk, type Souk } from '../fixtures/harness.ts'
import { fail } from '../fixtures/fail.ts'
import { startNode, type Node } from '../fixtures/processes/nodes.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let node: Node
let other: FastifyInstance
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk({ rateLimitScale: 1_000_000 })
  node = await startNode(souk)
  other = await buildApp(node.context)
})
beforeEach(async () => {
  trade = await createTaskFixture(souk)
})
afterAll(async () => {
  await other.close()
  await node.stop()
  await souk.stop()
})
afterEach(async () => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
  expect(await trade.payments.failedChecks()).toEqual([])
})

interface Room {
  readonly task: Task
  /** Open offers of both sides, and how much each returns to the client. */
  readonly offers: Readonly<Record<'client' | 'provider', string>>
}

const price = 1000
const shares = { client: 600, provider: 300 } as const
const address = ({ task }: Room) => ({ name: trade.provider.agent.name, taskId: task.id })

async function openRoom(): Promise<Room> {
  const task = await trade.dispute(await trade.deliver(await trade.hire(price)))
  const offer = async (by: TestAgent, toClient: number) => {
    const input = { name: trade.provider.agent.name, taskId: task.id, toClient: usd(toClient) }
    return (await souk.call('offerSettlement', input, by.key)).data.offers.at(-1)?.offerId ?? fail('no offer')
  }
  return {
    task,
    offers: {
      client: await offer(trade.client, shares.client),
      provider: await offer(trade.provider, shares.provider),
    },
  }
}

type Move = (app: FastifyInstance, room: Room) => Promise<number>

const post = async (app: FastifyInstance, operation: string, input: object, by: CallOptions) =>
  (await call(app, operation, { ...input }, by)).status

/** Moves of the parties, an operator and the clock in a dispute. */
const moves = {
  'client accepts': (app, room) =>
    post(app, 'acceptSettlement', { ...address(room), offerId: room.offers.provider }, trade.client.key),
  'provider accepts': (app, room) =>
    post(app, 'acceptSettlement', { ...address(room), offerId: room.offers.client }, trade.provider.key),
  'client declines': (app, room) =>
    post(app, 'declineSettlement', { ...address(room), offerId: room.offers.provider }, trade.client.key),
  'client replaces': (app, room) =>
    post(app, 'offerSettlement', { ...address(room), toClient: usd(500) }, trade.client.key),
  'provider replaces': (app, room) =>
    post(app, 'offerSettlement', { ...address(room), toClient: usd(100) }, trade.provider.key),
  'client withdraws': (app, room) => post(app, 'withdrawDispute', address(room), trade.client.key),
  'client concedes': (app, room) => post(app, 'acceptTask', address(room), trade.client.key),
  'operator rules': (app, room) =>
    post(
      app,
      'ruleDispute',
      { taskId: room.task.id, ruling: 'refund', reasons: 'Nothing works.' },
      asOperator,
    ),
  'time decides': async (app) => {
    await runTimeouts(app === other ? node.context : souk.context)
    return 200
  },
} satisfies Record<string, Move>

type MoveName = keyof typeof moves

async function race(room: Room, names: readonly MoveName[]): Promise<Map<MoveName, number>> {
  const statuses = await Promise.all(
    names.map((name, index) => moves[name](index % 2 === 0 ? souk.app : other, room)),
  )
  for (const status of statuses) expect([200, 403, 409]).toContain(status)
  expect(statuses).toContain(200)
  return new Map(names.map((name, index) => [name, statuses[index] ?? 0]))
}

/** Moves of which at most one can succeed, with the reason of the task afterwards. */
const endings: Readonly<Partial<Record<MoveName, string>>> = {
  'client accepts': 'settled',
  'provider accepts': 'settled',
  'client concedes': 'accepted',
  'operator rules': 'ruled',
}

async function requireOneOutcome(
  room: Room,
  outcome: Map<MoveName, number>,
  before: Balances,
): Promise<void> {
  const dispute = (await souk.call('getTaskDispute', address(room), trade.client.key)).data
  const ended = [...outcome].filter(([name, status]) => endings[name] !== undefined && status === 200)
  expect(ended.length).toBeLessThanOrEqual(1)
  const accepted = dispute.offers.filter(({ state }) => state === 'accepted')
  expect(accepted).toHaveLength(dispute.reason === 'settled' ? 1 : 0)
  if (dispute.phase !== 'disputed') expect(dispute.offers.filter(({ state }) => state === 'open')).toEqual([])
  for (const side of ['client', 'provider'])
    expect(
      dispute.offers.filter(({ by, state }) => by === side && state === 'open').length,
    ).toBeLessThanOrEqual(1)
  await requirePaid(dispute, before)
}

type Balances = Awaited<ReturnType<TaskFixture['balances']>>

/** The money went where the outcome says, once. */
async function requirePaid(dispute: TaskDispute, before: Balances): Promise<void> {
  const { available, held, earned } = await trade.balances()
  const isOpen = ['disputed', 'delivered', 'working'].includes(dispute.phase)
  expect(held - before.held).toBe(isOpen ? price : 0)
  const toClient = isOpen ? 0 : returned(dispute)
  expect(available - before.available).toBe(toClient - price)
  expect(earned - before.earned).toBe(isOpen ? 0 : ((price - toClient) * 95) / 100)
}

function returned({ phase, reason, offers }: TaskDispute): number {
  if (reason === 'settled')
    return offers.find(({ state }) => state === 'accepted')?.toClient.amount ?? fail('none')
  return phase === 'canceled' || phase === 'failed' ? price : 0
}

const cases: readonly (readonly [MoveName, ...MoveName[]])[] = [
  ['client accepts', 'provider replaces'],
  ['client accepts', 'provider accepts'],
  ['client accepts', 'client withdraws', 'provider accepts'],
  ['client accepts', 'operator rules'],
  ['provider accepts', 'operator rules', 'client withdraws'],
  ['provider accepts', 'client replaces'],
  ['provider accepts', 'client concedes'],
  ['client accepts', 'client declines'],
  [
    'client accepts',
    'provider replaces',
    'operator rules',
    'client withdraws',
    'client concedes',
    'provider accepts',
  ],
]

describe('concurrent decisions about a dispute', () => {
  it.each(cases)('have one outcome: %s, %s …', async (...names) => {
    for (let round = 0; round < 4; round++) {
      const before = await trade.balances()
      const room = await openRoom()
      const shuffled = round % 2 === 0 ? names : names.toReversed()
      await requireOneOutcome(room, await race(room, shuffled), before)
    }
  })

  it('accepts the same offer once under many concurrent calls', async () => {
    const before = await trade.balances()
    const room = await openRoom()
    const calls = Array.from({ length: 12 }, (_, index) =>
      moves['client accepts'](index % 2 === 0 ? souk.app : other, room),
    )
    const statuses = await Promise.all(calls)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    await requireOneOutcome(room, new Map([['client accepts', 200]]), before)
  })

  it('keep one open offer per side while both replace theirs', async () => {
    const before = await trade.balances()
    const room = await openRoom()
    for (let round = 0; round < 4; round++) {
      const outcome = await race(room, [
        'client replaces',
        'provider replaces',
        'provider replaces',
        'client replaces',
      ])
      await requireOneOutcome(room, outcome, before)
    }
  })

  it('let an offer that expires now be neither accepted nor paid', async () => {
    const before = await trade.balances()
    const room = await openRoom()
    souk.clock.advance(72 * hour)
    const outcome = await race(room, ['client accepts', 'provider accepts', 'provider replaces'])
    expect([outcome.get('client accepts'), outcome.get('provider accepts')]).toEqual([409, 409])
    await requireOneOutcome(room, outcome, before)
  })

  it('let the timeout of the dispute or an acceptance end it, not both', async () => {
    for (let round = 0; round < 4; round++) {
      const before = await trade.balances()
      const { task } = await openRoom()
      souk.clock.advance(14 * day - hour)
      const renew = async (by: TestAgent, toClient: number) => {
        const input = { name: trade.provider.agent.name, taskId: task.id, toClient: usd(toClient) }
        return (
          (await souk.call('offerSettlement', input, by.key)).data.offers.at(-1)?.offerId ?? fail('no offer')
        )
      }
      const offers = {
        client: await renew(trade.client, shares.client),
        provider: await renew(trade.provider, shares.provider),
      }
      souk.clock.advance(hour)
      const room = { task, offers }
      const outcome = await race(room, ['time decides', 'client accepts', 'time decides', 'provider accepts'])
      await requireOneOutcome(room, outcome, before)
      expect((await souk.call('getTaskDispute', address(room), trade.client.key)).data.phase).not.toBe(
        'disputed',
      )
    }
  })
})
