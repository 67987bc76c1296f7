import type { Money, Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hour } from '../../src/lib/clock.ts'
import { runTimeouts } from '../../src/tasks/commands/run-timeouts.ts'
import { asOperator, type CallResult } from '../fixtures/operations.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())
afterEach(async () => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
  expect(await trade.payments.failedChecks()).toEqual([])
})

const address = ({ id }: Pick<Task, 'id'>) => ({ name: trade.provider.agent.name, taskId: id })
const disputed = async () => trade.dispute(await trade.deliver(await trade.hire(1000)))
const offer = (task: Task, toClient: number, by: TestAgent, more: object = {}) =>
  souk.call('offerSettlement', { ...address(task), toClient: usd(toClient), ...more }, by.key)
const offered = async (task: Task, toClient: number, by: TestAgent): Promise<string> =>
  (await offer(task, toClient, by)).data.offers.at(-1)?.offerId ?? fail('no offer')
const decide = (verb: 'accept' | 'decline', task: Task, offerId: string, by: TestAgent, more: object = {}) =>
  souk.call(`${verb}Settlement`, { ...address(task), offerId, ...more }, by.key)
const states = async (task: Task) =>
  (await souk.call('getTaskDispute', address(task), trade.client.key)).data.offers.map(({ state }) => state)
const kind = ({ status, headers }: CallResult<unknown>) => `${status} ${String(headers['x-error-kind'])}`

describe('acceptSettlement', () => {
  it.each(['client', 'provider'] as const)('divides the funds as the %s offered', async (side) => {
    const before = await trade.balances()
    const task = await disputed()
    const offerId = await offered(task, 300, trade[side])
    const other = side === 'client' ? trade.provider : trade.client
    const { data } = await decide('accept', task, offerId, other)
    expect(data).toMatchObject({
      status: 'settled',
      phase: 'completed',
      reason: 'settled',
      ended: { toClient: usd(300) },
      offers: [{ state: 'accepted', toClient: usd(300), toProvider: usd(665), fee: usd(35) }],
    })
    expect(await trade.balances()).toEqual({
      available: before.available - 700,
      held: before.held,
      earned: before.earned + 665,
    })
    expect(await trade.market(task)).toMatchObject({
      phase: 'completed',
      reason: 'settled',
      allowedActions: [],
    })
  })

  it('lets the other side counter', async () => {
    const task = await disputed()
    const first = await offered(task, 300, trade.provider)
    const counter = await offered(task, 600, trade.client)
    expect((await decide('accept', task, counter, trade.provider)).status).toBe(200)
    expect(await states(task)).toEqual(['expired', 'accepted'])
    expect(kind(await decide('accept', task, first, trade.client))).toBe('409 conflict')
  })

  it('refuses an offer that was replaced, declined or has expired', async () => {
    const task = await disputed()
    const replaced = await offered(task, 300, trade.provider)
    const declined = await offered(task, 200, trade.provider)
    expect(kind(await decide('accept', task, replaced, trade.client))).toBe('409 conflict')
    expect((await decide('decline', task, declined, trade.client)).status).toBe(200)
    expect(kind(await decide('accept', task, declined, trade.client))).toBe('409 conflict')
    expect(kind(await decide('decline', task, declined, trade.client))).toBe('409 conflict')
    const expired = await offered(task, 100, trade.provider)
    souk.clock.advance(72 * hour)
    expect(await states(task)).toEqual(['replaced', 'declined', 'expired'])
    expect(kind(await decide('accept', task, expired, trade.client))).toBe('409 conflict')
    expect((await trade.market(task)).allowedActions).not.toContain('settle')
    expect((await trade.market(task)).phase).toBe('disputed')
  })

  it('refuses the side that made the offer, strangers, unknown offers and offers of another task', async () => {
    const [task, other] = [await disputed(), await disputed()]
    const offerId = await offered(task, 300, trade.provider)
    expect(kind(await decide('accept', task, offerId, trade.provider))).toBe('403 forbidden')
    expect(kind(await decide('accept', task, offerId, await createTestAgent(souk)))).toBe(
      '404 task-not-found',
    )
    expect(kind(await decide('accept', task, 'off_none', trade.client))).toBe('404 not-found')
    expect(kind(await decide('accept', other, offerId, trade.client))).toBe('404 not-found')
  })

  it('refuses a key without the scope, and a version that the caller has not seen', async () => {
    const task = await disputed()
    const offerId = await offered(task, 300, trade.provider)
    const { client } = trade
    const reader = await souk.key(client.person, client.agent, { scopes: ['read', 'deliver'] })
    expect(kind(await decide('accept', task, offerId, { ...client, key: { as: reader } }))).toBe(
      '403 forbidden',
    )
    const { version } = await trade.market(task)
    await souk.call('addEvidence', { ...address(task), text: 'Wait.' }, trade.provider.key)
    const stale = await decide('accept', task, offerId, client, { expectedVersion: version })
    expect(kind(stale)).toBe('409 conflict')
    const seen = await decide('accept', task, offerId, client, { expectedVersion: version + 1 })
    expect(seen.status).toBe(200)
  })

  it('expires other offers with the ruling', async () => {
    const task = await disputed()
    const offerId = await offered(task, 300, trade.provider)
    await souk.call(
      'ruleDispute',
      { taskId: task.id, ruling: 'refund', reasons: 'Nothing works.' },
      asOperator,
    )
    expect(await states(task)).toEqual(['expired'])
    expect(kind(await decide('accept', task, offerId, trade.client))).toBe('409 conflict')
  })
})

describe('offerSettlement', () => {
  const outOfRange = expect.stringContaining('"toClient.amount" must be from 1 to 999, because 1000 is held.')

  it.each<[string, Money, number, unknown]>([
    ['more than the held funds', usd(1001), 422, outOfRange],
    ['everything', usd(1000), 422, outOfRange],
    ['nothing', usd(0), 422, outOfRange],
    ['a negative amount', usd(-1), 400, '"toClient.amount" must be at least 0.'],
    [
      'another currency',
      { amount: 300, currency: 'EUR' },
      422,
      expect.stringContaining('"toClient.currency" must be USD.'),
    ],
  ])('refuses %s', async (_name, toClient, status, detail) => {
    const task = await disputed()
    const answer = await souk.call('offerSettlement', { ...address(task), toClient }, trade.client.key)
    expect([answer.status, answer.body['detail']]).toEqual([status, detail])
    expect(await states(task)).toEqual([])
  })

  it('does not extend the dispute', async () => {
    const task = await disputed()
    const { deadlines } = await trade.market(task)
    souk.clock.advance(hour)
    await offer(task, 300, trade.provider)
    expect((await trade.market(task)).deadlines).toEqual(deadlines)
  })

  it('limits the offers of each side', async () => {
    const task = await disputed()
    for (let count = 1; count <= 20; count++)
      expect((await offer(task, count, trade.provider)).status).toBe(200)
    expect(kind(await offer(task, 21, trade.provider))).toBe('413 task-budget-exceeded')
    const offerId = await offered(task, 300, trade.client)
    expect((await decide('accept', task, offerId, trade.provider)).status).toBe(200)
  })

  it('refuses offers before and after a dispute', async () => {
    const task = await trade.deliver(await trade.hire(1000))
    expect(kind(await offer(task, 300, trade.client))).toBe('403 forbidden')
    await souk.call('acceptTask', address(task), trade.client.key)
    expect(kind(await offer(task, 300, trade.client))).toBe('403 forbidden')
  })
})

describe('a dispute that several calls end concurrently', () => {
  it('ends once', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await trade.balances()
      const task = await disputed()
      const [mine, theirs] = [
        await offered(task, 300, trade.client),
        await offered(task, 200, trade.provider),
      ]
      const answers = await Promise.all([
        decide('accept', task, mine, trade.provider),
        decide('accept', task, theirs, trade.client),
        offer(task, 250, trade.provider),
        souk.call('acceptTask', address(task), trade.client.key),
        souk.call('withdrawDispute', address(task), trade.client.key),
        souk.call('ruleDispute', { taskId: task.id, ruling: 'refund', reasons: 'As agreed.' }, asOperator),
        runTimeouts(souk.context).then(() => undefined),
      ])
      const statuses = answers.flatMap((answer) => (answer === undefined ? [] : [answer.status]))
      expect(statuses.every((status) => [200, 400, 403, 409].includes(status))).toBe(true)
      const { phase } = await trade.market(task)
      if (phase !== 'delivered') expect(['completed', 'failed']).toContain(phase)
      else await souk.call('acceptTask', address(task), trade.client.key)
      const after = await trade.balances()
      const [paid, earned] = [before.available - after.available, after.earned - before.earned]
      expect([
        [700, 665],
        [800, 760],
        [1000, 950],
        [0, 0],
        [750, 712],
        [750, 713],
      ]).toContainEqual([paid, earned])
      expect(after.held).toBe(before.held)
    }
  })

  it('never pays an offer that was replaced as it is accepted', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await trade.balances()
      const task = await disputed()
      const seen = await offered(task, 500, trade.provider)
      const [accepted] = await Promise.all([
        decide('accept', task, seen, trade.client),
        offer(task, 1, trade.provider),
      ])
      const { available } = await trade.balances()
      if (accepted.status === 200) expect(before.available - available).toBe(500)
      else {
        expect(kind(accepted)).toBe('409 conflict')
        expect((await trade.market(task)).phase).toBe('disputed')
      }
    }
  })
})
