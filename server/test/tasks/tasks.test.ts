import { marketplaceExtension, type Market, type Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hour } from '../../src/lib/clock.ts'
import { createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { sendAsClient, sendAsProvider, market, text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let payments: PaymentActions
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
  client = await createTestAgent(souk)
  provider = await createTestAgent(souk)
  await payments.topUp(client.person, client.agent, 100_000)
})
afterAll(() => souk.stop())
afterEach(async () => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
  expect(await payments.failedChecks()).toEqual([])
})

const send = (message: object, as = client.key) =>
  souk.call('sendMessage', { name: provider.agent.name, message: { parts: text('Hello'), ...message } }, as)
const request = async (message: object = {}): Promise<Task> => (await send(message)).data.task ?? never()
const hire = (amount: number, terms: object = {}) =>
  request({ metadata: marketMetadata({ terms: { price: usd(amount), ...terms } }) })
const never = (): never => {
  throw new Error('no task')
}
const act = (
  name: 'acceptTask' | 'awardTask' | 'cancelTask' | 'deliverTask' | 'disputeTask',
  task: Task,
  as: TestAgent,
  more: object = {},
) => souk.call(name, { name: provider.agent.name, taskId: task.id, ...more }, as.key)
const artifacts = [{ name: 'letter.txt', parts: text('Dear Sir') }]

describe('sendMessage', () => {
  it('starts a task with the message, in the format of A2A', async () => {
    const task = await request({ role: 'user', messageId: 'm-1' })
    expect(task).toMatchObject({
      id: expect.stringMatching(/^task_/),
      contextId: expect.stringMatching(/^ctx_/),
      status: { state: 'TASK_STATE_SUBMITTED', timestamp: '2026-11-15T12:00:00.000Z' },
      history: [{ messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'Hello' }], taskId: task.id }],
      artifacts: [],
    })
    expect(market(task)).toMatchObject({
      phase: 'requested',
      role: 'client',
      allowedActions: ['message', 'cancel'],
      version: 1,
      provider: { name: provider.agent.name },
      deadlines: { next: '2026-11-22T12:00:00.000Z', action: 'canceled' },
    })
  })

  it('keeps the context id of the client and creates a task for each call even with a repeated message id', async () => {
    const first = await request({ messageId: 'same', contextId: 'my-context' })
    const second = await request({ messageId: 'same', contextId: 'my-context' })
    expect([first.contextId, second.contextId]).toEqual(['my-context', 'my-context'])
    expect(second.id).not.toBe(first.id)
  })

  it('creates one task per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'hire-once' }
    const send2 = () =>
      souk.call(
        'sendMessage',
        { name: provider.agent.name, message: { parts: text('Once') } },
        { ...client.key, headers },
      )
    const responses = await Promise.all([send2(), send2(), send2()])
    const again = await send2()
    const ids = [...responses, again].filter(({ status }) => status === 200).map(({ data }) => data.task?.id)
    expect(new Set(ids).size).toBe(1)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.data.task).toEqual(responses.find(({ status }) => status === 200)?.data.task)
  })

  it('adds messages from both parties and sets their role by party', async () => {
    const task = await request()
    const question = await sendAsProvider(souk, provider, task, { state: 'input-required', role: 'user' })
    expect([question.status.state, question.status.message?.role]).toEqual([
      'TASK_STATE_INPUT_REQUIRED',
      'ROLE_AGENT',
    ])
    const response = await sendAsClient(souk, client, task)
    expect([response.status.state, response.history?.map(({ role }) => role)]).toEqual([
      'TASK_STATE_WORKING',
      ['ROLE_USER', 'ROLE_AGENT', 'ROLE_USER'],
    ])
    expect(market(response).version).toBe(3)
  })

  it.each([
    ['the role of the other party', { role: 'ROLE_AGENT' }, 400, 'INVALID_PARAMS'],
    ['no parts', { parts: [] }, 400, 'INVALID_PARAMS'],
    ['a part with two contents', { parts: [{ text: 'a', url: 'https://a.example' }] }, 400, 'INVALID_PARAMS'],
    ['an empty part', { parts: [{}] }, 400, 'INVALID_PARAMS'],
    ['an unknown task', { taskId: 'tck-nonexistent' }, 404, 'TASK_NOT_FOUND'],
    [
      'an unsupported media type',
      { parts: [{ raw: 'AA==', mediaType: 'image/png' }] },
      400,
      'CONTENT_TYPE_NOT_SUPPORTED',
    ],
    [
      'terms in another currency',
      { metadata: marketMetadata({ terms: { price: { amount: 5, currency: 'EUR' } } }) },
      422,
      'UNPROCESSABLE',
    ],
    [
      'a deadline in the past',
      { metadata: marketMetadata({ terms: { deliverBy: '2020-01-01T00:00:00Z' } }) },
      422,
      'UNPROCESSABLE',
    ],
    ['a state', { metadata: marketMetadata({ state: 'completed' }) }, 403, 'PERMISSION_DENIED'],
  ])('refuses %s', async (_name, message, status, reason) => {
    const response = await send(message)
    expect([response.status, response.body]).toMatchObject([
      status,
      { status, error: { details: [{ reason }] } },
    ])
  })

  it('refuses to hire an agent of the same owner and an unknown agent', async () => {
    const own = await souk.agent(client.person)
    const sent = { message: { parts: text('Hello') } }
    expect((await souk.call('sendMessage', { name: own.name, ...sent }, client.key)).status).toBe(403)
    expect((await souk.call('sendMessage', { name: 'unknown-agent', ...sent }, client.key)).status).toBe(404)
  })

  it('refuses a different context id and a task that has ended', async () => {
    const task = await request()
    const otherContext = await send({ taskId: task.id, contextId: 'other' })
    expect([otherContext.status, otherContext.body]).toMatchObject([
      400,
      { error: { details: [{ reason: 'INVALID_PARAMS' }] } },
    ])
    await act('cancelTask', task, client)
    const late = await send({ taskId: task.id })
    expect([late.status, late.body]).toMatchObject([
      400,
      { error: { details: [{ reason: 'UNSUPPORTED_OPERATION' }] } },
    ])
  })

  it('truncates the history to historyLength', async () => {
    const task = await request()
    await sendAsClient(souk, client, task)
    for (const [historyLength, lengths] of [
      [0, undefined],
      [1, 1],
      [5, 3],
    ] as const) {
      const { data } = await souk.call(
        'sendMessage',
        {
          name: provider.agent.name,
          message: { parts: text('More'), taskId: task.id },
          configuration: { historyLength },
        },
        client.key,
      )
      if (historyLength !== 5) expect(data.task?.history?.length).toBe(lengths)
      else expect(data.task?.history?.length).toBeGreaterThan(3)
    }
  })

  it('holds the price of a direct hire or changes nothing', async () => {
    const task = await hire(5000)
    expect(market(task)).toMatchObject({ heldFunds: usd(5000), terms: { price: usd(5000), reviewHours: 72 } })
    expect(market(task).termsHash).toMatch(/^[0-9a-f]{64}$/)
    const before = await payments.balance(client.person, client.agent)
    const refused = await send({ metadata: marketMetadata({ terms: { price: usd(99_999_999) } }) })
    expect([refused.status, refused.body]).toMatchObject([402, { title: 'Insufficient Funds' }])
    expect(await payments.balance(client.person, client.agent)).toEqual(before)
  })
})

describe('free work', () => {
  it('is completed by a delivery or by a message with state completed', async () => {
    const delivered = await request()
    const done = await act('deliverTask', delivered, provider, { artifacts })
    expect([done.data.status.state, market(done.data).reason]).toEqual(['TASK_STATE_COMPLETED', 'done'])
    expect(done.data.artifacts).toMatchObject([{ name: 'letter.txt', parts: [{ text: 'Dear Sir' }] }])
    const task = await sendAsProvider(souk, provider, await request(), { state: 'TASK_STATE_COMPLETED' })
    expect(task.status.state).toBe('TASK_STATE_COMPLETED')
  })

  it('requires at least a message in a delivery', async () => {
    const task = await request()
    expect((await act('deliverTask', task, provider)).status).toBe(422)
    expect((await act('deliverTask', task, provider, { message: { parts: text('Done') } })).status).toBe(200)
  })

  it('can be declined or fail', async () => {
    const declined = await sendAsProvider(souk, provider, await request(), { state: 'rejected' })
    expect([declined.status.state, market(declined).reason]).toEqual(['TASK_STATE_REJECTED', 'declined'])
    const canceled = await act('cancelTask', await request(), provider)
    expect(canceled.data.status.state).toBe('TASK_STATE_REJECTED')
    const failed = await sendAsProvider(souk, provider, await request(), { state: 'failed' })
    expect(market(failed)).toMatchObject({ phase: 'failed', reason: 'provider_failed' })
  })
})

describe('paid work', () => {
  const delivered = async (amount = 2000, terms: object = {}) => {
    const task = await hire(amount, terms)
    return (await act('deliverTask', task, provider, { artifacts })).data
  }

  it('is settled after the client accepts', async () => {
    const earned = async () => Number((await payments.balance(provider.person, provider.agent))['earnings'])
    const before = await earned()
    const task = await delivered()
    expect([task.status.state, market(task)]).toMatchObject([
      'TASK_STATE_INPUT_REQUIRED',
      { phase: 'delivered', role: 'provider', heldFunds: usd(2000), deadlines: { action: 'completed' } },
    ])
    const { data } = await act('acceptTask', task, client, { expectedVersion: market(task).version })
    expect([data.status.state, market(data)]).toMatchObject(['TASK_STATE_COMPLETED', { reason: 'accepted' }])
    expect(market(data).heldFunds).toBeUndefined()
    expect((await earned()) - before).toBe(1900)
    const received = (await souk.call('listActivity', { limit: 1 }, provider.key)).data.items
    expect(received).toMatchObject([{ kind: 'settle', amount: 1900, fee: 100 }])
  })

  it('requires an artifact in a delivery and cannot be completed by a message', async () => {
    const task = await hire(1000)
    expect((await act('deliverTask', task, provider, { message: { parts: text('Done') } })).status).toBe(422)
    const response = await souk.call(
      'sendMessage',
      {
        name: provider.agent.name,
        message: { parts: text('Done'), taskId: task.id, metadata: marketMetadata({ state: 'completed' }) },
      },
      provider.key,
    )
    expect([response.status, response.body]).toMatchObject([
      400,
      { error: { details: [{ reason: 'UNSUPPORTED_OPERATION' }] } },
    ])
  })

  it('can be revised as often as agreed', async () => {
    const task = await delivered(1000, { maxRevisions: 1 })
    expect(market(await sendAsClient(souk, client, task)).phase).toBe('working')
    const second = (await act('deliverTask', task, provider, { message: { parts: text('Better') } })).data
    expect(market(second)).toMatchObject({ phase: 'delivered', revisionsUsed: 1 })
    const { data: seen } = await souk.call(
      'getTask',
      { name: provider.agent.name, taskId: task.id },
      client.key,
    )
    expect(market(seen).allowedActions).toEqual(['question', 'accept', 'dispute'])
    expect((await send({ taskId: task.id })).status).toBe(400)
  })

  it('is refunded when canceled before work exists and cannot be canceled after', async () => {
    const early = await act('cancelTask', await hire(700), client)
    expect(market(early.data)).toMatchObject({ phase: 'canceled', reason: 'client_canceled' })
    const again = await act('cancelTask', early.data, client)
    expect([again.status, again.data]).toEqual([200, early.data])
    const late = await act('cancelTask', await delivered(), client)
    expect([late.status, late.body]).toMatchObject([
      400,
      { error: { details: [{ reason: 'TASK_NOT_CANCELABLE' }] } },
    ])
  })

  it('is frozen by a dispute until one party concedes', async () => {
    const conceded = await delivered()
    const disputed = await act('disputeTask', conceded, client, {
      message: { parts: text('Half is missing') },
    })
    expect(market(disputed.data)).toMatchObject({
      phase: 'disputed',
      allowedActions: ['message', 'accept', 'addEvidence', 'offer', 'withdrawDispute'],
    })
    expect(market((await act('acceptTask', conceded, client)).data)).toMatchObject({ phase: 'completed' })
    const task = await delivered()
    await act('disputeTask', task, provider)
    const failed = await sendAsProvider(souk, provider, task, { state: 'failed' })
    expect(market(failed)).toMatchObject({ phase: 'failed', reason: 'provider_failed' })
  })

  it('refuses a decision on an outdated version', async () => {
    const task = await delivered()
    const stale = await act('acceptTask', task, client, { expectedVersion: 1 })
    expect([stale.status, stale.body]).toMatchObject([409, { title: 'Conflict' }])
  })

  it('refuses the wrong party with 403 and strangers with 404', async () => {
    const task = await delivered()
    const wrong = await act('acceptTask', task, provider)
    expect([wrong.status, wrong.body]).toMatchObject([
      403,
      { type: expect.stringMatching(/\/api\/problems\/forbidden$/), title: 'Forbidden', status: 403 },
    ])
    const stranger = await createTestAgent(souk)
    for (const name of ['acceptTask', 'cancelTask', 'deliverTask', 'disputeTask', 'awardTask'] as const) {
      expect((await act(name, task, stranger)).status).toBe(404)
    }
  })

  it('settles automatically when the client does not respond', async () => {
    const task = await delivered(3000)
    souk.clock.advance(72 * hour + 1)
    await souk.work()
    const { data } = await souk.call('getTask', { name: provider.agent.name, taskId: task.id }, client.key)
    expect(market(data)).toMatchObject({ phase: 'completed', reason: 'auto_accepted' })
  })
})

describe('getTask', () => {
  it('shows the timeline to parties and the audit trail to the owners of an agent', async () => {
    const task = await hire(500)
    await act('cancelTask', task, client)
    const read = async (as: object) =>
      (
        await souk.call(
          'getTask',
          { name: provider.agent.name, taskId: task.id, include: 'timeline,audit' },
          as,
        )
      ).data
    const seen: Market = market(await read(client.asPerson))
    expect(seen.timeline?.map(({ action, by }) => `${by} ${action}`)).toEqual([
      'client message',
      'client cancel',
    ])
    expect(seen.audit?.map(({ action }) => action)).toEqual(['task.hired', 'task.canceled'])
    expect(market(await read(client.key)).audit).toBeUndefined()
  })

  it('finds a task below the address of either party only', async () => {
    const task = await request()
    const other = await createTestAgent(souk)
    for (const [name, status] of [
      [provider.agent.name, 200],
      [client.agent.name, 200],
      [provider.agent.id, 200],
      [other.agent.name, 404],
    ] as const) {
      expect((await souk.call('getTask', { name, taskId: task.id }, client.key)).status).toBe(status)
    }
  })

  it('adds only metadata to the fields of A2A', async () => {
    const task = await request()
    expect(Object.keys(task).toSorted()).toEqual([
      'artifacts',
      'contextId',
      'history',
      'id',
      'metadata',
      'status',
    ])
    expect(Object.keys(task.metadata)).toEqual([marketplaceExtension])
  })
})

describe('removeMyAgent', () => {
  it('refuses to archive an agent with a task that has not ended', async () => {
    const worker = await createTestAgent(souk)
    const sent = { name: worker.agent.name, message: { parts: text('Hello') } }
    const { data } = await souk.call('sendMessage', sent, client.key)
    const remove = () => souk.call('removeMyAgent', { agentId: worker.agent.id }, worker.asPerson)
    expect((await remove()).status).toBe(409)
    await souk.call('cancelTask', { name: worker.agent.name, taskId: data.task?.id ?? '' }, client.key)
    expect((await remove()).status).toBe(200)
  })
})

describe('a deadline', () => {
  it('is not changed by messages', async () => {
    const task = await hire(100)
    await sendAsProvider(souk, provider, task, { state: 'working' })
    const due = market(await sendAsClient(souk, client, task)).deadlines
    souk.clock.advance(hour)
    await sendAsProvider(souk, provider, task, { state: 'input-required' })
    expect(market(await sendAsClient(souk, client, task)).deadlines).toEqual(due)
  })
})
