import type { Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hour } from '../../src/lib/clock.ts'
import { runTimeouts } from '../../src/tasks/commands/run-timeouts.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { market, marketMetadata, sendAsProvider, text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
  client = trade.client
  provider = trade.provider
})
afterAll(() => souk.stop())
afterEach(async () => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
  expect(await trade.payments.failedChecks()).toEqual([])
})

const delivered = async (terms: object = {}) =>
  trade.deliver(await trade.hire(1000, { reviewHours: 10, maxRevisions: 1, ...terms }))
const send = (task: Pick<Task, 'id'>, directives: object, { key } = client, more: object = {}) => {
  const message = { taskId: task.id, parts: text('Why?'), metadata: marketMetadata(directives) }
  const input = { name: provider.agent.name, message, configuration: { returnImmediately: true }, ...more }
  return souk.call('sendMessage', input, key)
}
const ask = async (task: Task) => {
  const { status, data } = await send(task, { intent: 'question' })
  expect(status).toBe(200)
  return market(data.task ?? task)
}
const answer = async (task: Task) => market(await sendAsProvider(souk, provider, task))
const hoursFromNow = (hours: number) => new Date(souk.clock.now().getTime() + hours * hour).toISOString()
const pass = async (hours: number) => {
  souk.clock.advance(hours * hour)
  await runTimeouts(souk.context)
}

describe('intent "question"', () => {
  it('leaves the task delivered, uses no revision and pauses the review until the provider answers', async () => {
    const task = await delivered()
    expect(market(task)).toMatchObject({ awaiting: 'client', changes: { used: 0, included: 1 } })
    await pass(4)
    expect(await ask(task)).toMatchObject({
      phase: 'delivered',
      awaiting: 'provider',
      changes: { used: 0, included: 1 },
      deadlines: { next: hoursFromNow(10), action: 'disputed' },
    })
    await pass(9)
    expect(await answer(task)).toMatchObject({
      phase: 'delivered',
      awaiting: 'client',
      deadlines: { next: hoursFromNow(6), action: 'completed' },
    })
    await pass(6)
    expect(await trade.market(task)).toMatchObject({ phase: 'completed', reason: 'auto_accepted' })
  })

  it.each(['accept', 'dispute', 'refund'])(
    'opens a dispute if it is unanswered after one review period, with onSilence %s',
    async (onSilence) => {
      const task = await delivered({ onSilence })
      await ask(task)
      await pass(9.9)
      expect(await trade.market(task)).toMatchObject({ phase: 'delivered' })
      await pass(0.1)
      const { phase, awaiting, heldFunds } = await trade.market(task)
      expect([phase, awaiting, heldFunds?.amount]).toEqual(['disputed', 'operator', 1000])
      const timeline = { name: provider.agent.name, taskId: task.id, include: 'timeline' }
      const seen = market((await souk.call('getTask', timeline, client.key)).data)
      expect(seen.timeline?.at(-1)).toMatchObject({ by: 'clock', action: 'unanswered', phase: 'disputed' })
    },
  )

  it('stays open and keeps the deadline when the client asks again', async () => {
    const task = await delivered()
    const first = await ask(task)
    await pass(3)
    expect((await ask(task)).deadlines).toEqual(first.deadlines)
    await pass(7)
    expect(await trade.market(task)).toMatchObject({ phase: 'disputed' })
  })

  it('cannot delay the end of a review by more than one review period, however often it is asked', async () => {
    const task = await delivered()
    let hours = 0
    for (; hours < 100; hours += 0.5) {
      if ((await trade.market(task)).phase !== 'delivered') break
      await ask(task)
      await pass(0.5)
      if ((await trade.market(task)).phase === 'delivered') await answer(task)
    }
    expect(hours).toBeLessThanOrEqual(20)
    expect(await trade.market(task)).not.toMatchObject({ phase: 'delivered' })
  })

  it('gives a provider no time by answers without a question', async () => {
    const task = await delivered()
    const { deadlines } = market(task)
    await pass(2)
    expect((await answer(task)).deadlines).toEqual(deadlines)
  })

  it('does not revive a review whose deadline has passed', async () => {
    const task = await delivered()
    souk.clock.advance(10 * hour)
    expect((await ask(task)).deadlines).toEqual({ next: hoursFromNow(0), action: 'disputed' })
    await pass(0)
    expect(await trade.market(task)).toMatchObject({ phase: 'disputed' })
  })

  it('starts again with every delivery', async () => {
    const task = await delivered()
    await ask(task)
    await pass(9)
    await answer(task)
    await send(task, { intent: 'changes' })
    await trade.deliver(task)
    expect((await ask(task)).deadlines?.next).toBe(hoursFromNow(10))
  })

  it.each([
    ['accepted', 'acceptTask', 'completed'],
    ['disputed', 'disputeTask', 'disputed'],
  ] as const)('can be %s while it is open', async (_what, operation, phase) => {
    const task = await delivered()
    await ask(task)
    const { data } = await souk.call(operation, { name: provider.agent.name, taskId: task.id }, client.key)
    expect(market(data).phase).toBe(phase)
    expect(market(data).awaiting).toBe(phase === 'disputed' ? 'operator' : undefined)
  })

  it('races an acceptance: the task is accepted once, and the question is kept or refused', async () => {
    for (let round = 0; round < 10; round++) {
      const task = await delivered()
      const address = { name: provider.agent.name, taskId: task.id }
      const [asked, accepted] = await Promise.all([
        send(task, { intent: 'question' }),
        souk.call('acceptTask', address, client.key),
      ])
      expect([200, 400]).toContain(asked.status)
      expect(accepted.status).toBe(200)
      expect(await trade.market(task)).toMatchObject({ phase: 'completed', reason: 'accepted' })
    }
  })

  it('makes an acceptance of the version before it fail', async () => {
    const task = await delivered()
    const { version } = market(task)
    await ask(task)
    const input = { name: provider.agent.name, taskId: task.id, expectedVersion: version }
    expect((await souk.call('acceptTask', input, client.key)).status).toBe(409)
  })

  it('waits for the answer while the provider is online', async () => {
    const task = await delivered()
    await souk.call('listTasks', { name: provider.agent.name }, provider.key)
    const waiting = send(task, { intent: 'question' }, client, { configuration: {} })
    for (let asked = false; !asked;) asked = (await trade.market(task)).awaiting === 'provider'
    await answer(task)
    expect(market((await waiting).data.task ?? task)).toMatchObject({
      phase: 'delivered',
      awaiting: 'client',
    })
  })

  it('is a message for webhooks, without its content', async () => {
    const task = await delivered()
    await ask(task)
    await souk.work()
    const { items } = (await souk.call('getActivity', {}, provider.key)).data
    expect(items.find(({ data }) => data['taskId'] === task.id)).toMatchObject({
      kind: 'task.message',
      text: expect.stringContaining('asked a question about your delivery'),
      data: { action: 'question', phase: 'delivered' },
    })
    expect(JSON.stringify(items)).not.toContain('Why?')
  })
})

describe('intent "changes"', () => {
  it('uses a revision, like a message without intent', async () => {
    const task = await delivered({ maxRevisions: 2 })
    const changed = market((await send(task, { intent: 'changes' })).data.task ?? task)
    expect(changed).toMatchObject({
      phase: 'working',
      awaiting: 'provider',
      changes: { used: 1, included: 2 },
    })
    await trade.deliver(task)
    const plain = market((await send(task, {})).data.task ?? task)
    expect(plain).toMatchObject({ phase: 'working', changes: { used: 2, included: 2 }, revisionsUsed: 2 })
  })

  it('closes an open question', async () => {
    const task = await delivered()
    await ask(task)
    await send(task, { intent: 'changes' })
    await trade.deliver(task)
    expect(await trade.market(task)).toMatchObject({ awaiting: 'client', deadlines: { action: 'completed' } })
  })

  it('is refused when all revisions are used; a question is not', async () => {
    const task = await delivered({ maxRevisions: 0 })
    for (const directives of [{ intent: 'changes' }, {}]) {
      const refused = await send(task, directives)
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        400,
        expect.stringContaining('all of them are used'),
      ])
    }
    expect((await trade.market(task)).allowedActions).toEqual(['question', 'accept', 'dispute'])
    expect(await ask(task)).toMatchObject({ awaiting: 'provider' })
  })
})

describe('intent', () => {
  it.each([
    ['unknown', { intent: 'praise' }, 400, 'intent'],
    ['empty', { intent: '' }, 400, 'intent'],
    ['null', { intent: null }, 400, 'intent'],
    ['a list', { intent: ['question'] }, 400, 'intent'],
    ['misspelled', { intend: 'question' }, 400, 'intend'],
    ['with a state', { intent: 'question', state: 'working' }, 400, 'intent'],
    ['with a reply', { intent: 'question', reply: 'message' }, 400, 'intent'],
    ['with an action', { intent: 'question', action: 'accept' }, 400, 'intent'],
  ])('is refused if it is %s, with the name of the field', async (_what, directives, status, named) => {
    const task = await delivered()
    const answered = await send(task, directives)
    expect([answered.status, JSON.stringify(answered.body)]).toEqual([status, expect.stringContaining(named)])
    expect(await trade.market(task)).toMatchObject({ version: market(task).version, awaiting: 'client' })
  })

  it('is refused without a delivery', async () => {
    const message = { parts: text('Why?'), metadata: marketMetadata({ intent: 'question' }) }
    const first = await souk.call('sendMessage', { name: provider.agent.name, message }, client.key)
    expect([first.status, JSON.stringify(first.body)]).toEqual([400, expect.stringContaining('intent')])
    const working = await trade.start(await trade.hire(1000))
    for (const intent of ['question', 'changes']) {
      const answered = await send(working, { intent })
      expect([answered.status, answered.headers['x-error-kind']]).toEqual([400, 'unsupported-operation'])
    }
    const ended = await delivered()
    await souk.call('acceptTask', { name: provider.agent.name, taskId: ended.id }, client.key)
    expect((await send(ended, { intent: 'question' })).status).toBe(400)
  })

  it('is for the client: 403 for the provider, 404 for other agents', async () => {
    const task = await delivered()
    expect((await send(task, { intent: 'question' }, provider)).status).toBe(403)
    expect((await send(task, { intent: 'question' }, await createTestAgent(souk))).status).toBe(404)
    const readOnly = {
      ...client,
      key: { as: await souk.key(client.person, client.agent, { scopes: ['read'] }) },
    }
    expect((await send(task, { intent: 'question' }, readOnly)).status).toBe(403)
    expect(await trade.market(task)).toMatchObject({ awaiting: 'client' })
  })
})

describe('a dispute during an open question', () => {
  it.each(['client', 'provider'] as const)(
    'that the %s withdraws leaves the question open, with the rest of its pause and of the review',
    async (side) => {
      const task = await delivered({ reviewHours: 10 })
      await pass(4)
      await ask(task)
      await pass(3)
      await trade.dispute(task, trade[side])
      await pass(2 * 24)
      const address = { name: provider.agent.name, taskId: task.id }
      expect((await souk.call('withdrawDispute', address, trade[side].key)).status).toBe(200)
      expect(await trade.market(task)).toMatchObject({
        phase: 'delivered',
        awaiting: 'provider',
        deadlines: { next: hoursFromNow(7), action: 'disputed' },
      })
      await pass(1)
      // Six hours of the review were left at the question.
      expect(await answer(task)).toMatchObject({
        awaiting: 'client',
        deadlines: { next: hoursFromNow(6), action: 'completed' },
      })
      // Four of ten hours of pause are used; the time of the dispute does not count.
      expect((await ask(task)).deadlines).toEqual({ next: hoursFromNow(6), action: 'disputed' })
    },
  )

  it('does not end in acceptance when the provider withdraws it while a question is unanswered', async () => {
    const task = await delivered()
    await ask(task)
    await trade.dispute(task, provider)
    await souk.call('withdrawDispute', { name: provider.agent.name, taskId: task.id }, provider.key)
    await pass(11)
    expect(await trade.market(task)).toMatchObject({ phase: 'disputed' })
  })
})
