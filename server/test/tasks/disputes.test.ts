import type { Task } from 'souk-contract'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { day, hour } from '../../src/lib/clock.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { auditActionsOn } from '../fixtures/people/organizations.ts'
import { market, text } from '../fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

const operatorToken = 'an operator token that is long enough'
let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk({ operatorToken })
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())
afterEach(async () => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
  expect(await trade.payments.failedChecks()).toEqual([])
})

const headers = { authorization: `Bearer ${operatorToken}` }
const list = async () => {
  const response = await souk.app.inject({ method: 'GET', url: '/api/admin/disputes', headers })
  return response.json().data.items
}
/** Rules with reasons; a text is sent as it is. */
const rule = (task: { id: string }, ruling: object | string) =>
  send(task, typeof ruling === 'string' ? ruling : { reasons: 'As agreed.', ...ruling })
const send = async ({ id }: { id: string }, payload: object | string) => {
  const address = `/api/admin/disputes/${encodeURIComponent(id)}/rule`
  const type = { 'content-type': 'application/json' }
  const response = await souk.app.inject({
    method: 'POST',
    url: address,
    headers: { ...headers, ...type },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}
const disputed = async (amount = 1000) => trade.dispute(await trade.deliver(await trade.hire(amount)))

describe('the operator view of a dispute', () => {
  const look = (id: string) =>
    souk.app.inject({ method: 'GET', url: `/api/admin/disputes/${encodeURIComponent(id)}`, headers })

  it('shows messages and artifacts with their authors', async () => {
    const task = await disputed()
    const { data } = (await look(task.id)).json()
    expect(data).toMatchObject({
      taskId: task.id,
      terms: { price: { amount: 1000, currency: 'USD' } },
      events: [
        { seq: 1, by: 'client', action: 'message', message: { role: 'ROLE_USER' } },
        { by: 'provider', action: 'artifact' },
        { by: 'provider', action: 'deliver', phase: 'delivered' },
        { by: 'client', action: 'dispute', phase: 'disputed' },
      ],
    })
    expect(data.artifacts).toHaveLength(1)
    await rule(task, { ruling: 'refund' })
    expect((await look(task.id)).statusCode).toBe(404)
  })

  it('is refused for tasks that are not disputed', async () => {
    for (const id of [(await trade.hire(100)).id, 'task_nobody', 'x y']) {
      expect((await look(id)).statusCode).toBe(404)
    }
  })
})

describe('the list of disputes', () => {
  it('lists disputes that wait for a ruling, oldest first, regardless of later messages', async () => {
    const first = await disputed(2000)
    const since = souk.clock.now()
    souk.clock.advance(hour)
    const second = await trade.dispute(await trade.start(await trade.hire(3000)), trade.provider)
    const message = { parts: text('But look'), taskId: first.id }
    await souk.call('sendMessage', { name: trade.provider.agent.name, message }, trade.client.key)
    const parties = {
      client: { agentId: trade.client.agent.id, name: trade.client.agent.name },
      provider: { agentId: trade.provider.agent.id, name: trade.provider.agent.name },
    }
    expect(await list()).toEqual([
      {
        taskId: first.id,
        title: 'Please do it',
        ...parties,
        amount: { amount: 2000, currency: 'USD' },
        openedBy: 'client',
        since: since.toISOString(),
        dueAt: new Date(since.getTime() + 14 * day).toISOString(),
        delivered: true,
      },
      expect.objectContaining({ taskId: second.id, openedBy: 'provider', delivered: false }),
    ])
    for (const task of [first, second]) await rule(task, { ruling: 'refund' })
    expect(await list()).toEqual([])
  })

  it('is refused to callers who are not operators', async () => {
    const task = await disputed()
    const calls = [
      { method: 'GET', url: '/api/admin/disputes' },
      {
        method: 'POST',
        url: `/api/admin/disputes/${task.id}/rule`,
        payload: { ruling: 'refund', reasons: 'As agreed.' },
      },
    ] as const
    for (const call of calls) {
      expect((await souk.app.inject(call)).statusCode).toBe(401)
      const person = { authorization: `Bearer ${trade.client.person.token}` }
      expect((await souk.app.inject({ ...call, headers: person })).statusCode).toBe(404)
    }
    const app = await buildApp({
      ...souk.context,
      config: { ...souk.context.config, operatorToken: undefined },
    })
    for (const call of calls) expect((await app.inject({ ...call, headers })).statusCode).toBe(401)
    await app.close()
    expect((await trade.market(task)).phase).toBe('disputed')
    await rule(task, { ruling: 'refund' })
  })
})

describe('the request log', () => {
  it('names the operator token and the person of an operator, and calls every other caller a stranger', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const app = await buildApp({ ...souk.context, log })
    const callers = async (url: string, sent: Record<string, string>) => {
      lines.length = 0
      await app.inject({ method: 'GET', url, headers: sent })
      return lines.map((line) => JSON.parse(line).caller)
    }
    const forged = { authorization: `Bearer ${operatorToken}!` }
    expect(await callers('/api/admin/disputes', headers)).toEqual(['operator token'])
    expect(await callers('/api/admin/disputes/none', headers)).toEqual(['operator token'])
    const { token, user } = await souk.operator('auditor')
    expect(await callers('/api/admin/disputes', { authorization: `Bearer ${token}` })).toEqual([
      `operator ${user.id}`,
    ])
    expect(await callers('/api/admin/disputes', forged)).toEqual(['stranger'])
    expect(await callers('/api/admin/disputes', {})).toEqual(['stranger'])
    expect(await callers('/api/agents', {})).toEqual(['stranger'])
    await app.close()
  })
})

describe('ruleDispute', () => {
  it.each([
    ['release', undefined, 'completed', 'ruled', { toClient: 0, toProvider: 950, fee: 50 }],
    ['refund', undefined, 'failed', 'refunded', { toClient: 1000, toProvider: 0, fee: 0 }],
    ['split', 300, 'completed', 'ruled', { toClient: 300, toProvider: 665, fee: 35 }],
    ['split', 1, 'completed', 'ruled', { toClient: 1, toProvider: 949, fee: 50 }],
    ['split', 999, 'completed', 'ruled', { toClient: 999, toProvider: 1, fee: 0 }],
  ])('rules %s %s', async (ruling, toClient, phase, reason, paid) => {
    const before = await trade.balances()
    const task = await disputed()
    const response = await rule(task, { ruling, ...(toClient === undefined ? {} : { toClient }) })
    const data = { taskId: task.id, phase, reason, currency: 'USD', paid }
    expect(response).toEqual({ status: 200, body: { success: true, data } })
    expect(await trade.market(task)).toMatchObject({ phase, reason, allowedActions: [] })
    expect(await trade.balances()).toEqual({
      available: before.available - 1000 + paid.toClient,
      held: before.held,
      earned: before.earned + paid.toProvider,
    })
  })

  it('shows both parties the reason and records the operator as actor', async () => {
    const task = await disputed()
    await rule(task, { ruling: 'release', reasons: 'The work is as agreed.' })
    const seen = await trade.read(task)
    expect(seen.status.message).toMatchObject({
      role: 'ROLE_AGENT',
      parts: [{ text: 'The work is as agreed.' }],
    })
    expect(await auditActionsOn(souk, task.id)).toContain('task.ruled')
    const entry = await souk.context.database
      .selectFrom('audit_entries')
      .select(['actor_kind', 'agent_id', 'user_id', 'ip', 'details'])
      .where('target', '=', task.id)
      .where('action', '=', 'task.ruled')
      .executeTakeFirstOrThrow()
    const noActor = { agent_id: null, user_id: null, ip: '127.0.0.1' }
    const details = expect.objectContaining({ operator: 'token' })
    expect(entry).toEqual({ actor_kind: 'operator', ...noActor, details })
    const { actor } = await souk.context.database
      .selectFrom('ledger_postings')
      .select('actor')
      .where('key', '=', `rule:${task.id}`)
      .executeTakeFirstOrThrow()
    expect(actor).toBe('operator')
    const input = { name: trade.provider.agent.name, taskId: task.id, include: 'timeline' }
    const { data } = await souk.call('getTask', input, trade.provider.key)
    expect(market(data).timeline?.at(-1)).toMatchObject({
      action: 'ruleRelease',
      by: 'operator',
      reason: 'ruled',
    })
  })

  it('rules once when two operators decide concurrently', async () => {
    const before = await trade.balances()
    const task = await disputed()
    const rulings = [{ ruling: 'release' }, { ruling: 'refund' }, { ruling: 'split', toClient: 500 }]
    const responses = await Promise.all(rulings.map((ruling) => rule(task, ruling)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const late = await rule(task, { ruling: 'refund' })
    expect([late.status, late.body.error]).toEqual([
      409,
      expect.stringContaining('only a disputed task can be ruled'),
    ])
    const { paid } = responses.find(({ status }) => status === 200)?.body.data ?? {}
    expect(await trade.balances()).toMatchObject({
      available: before.available - 1000 + paid.toClient,
      earned: before.earned + paid.toProvider,
    })
  })

  it('refuses a task that is not disputed', async () => {
    for (const task of [
      await trade.hire(1000),
      await trade.deliver(await trade.hire(1000)),
      await trade.hire(0),
    ]) {
      expect((await rule(task, { ruling: 'refund' })).status).toBe(409)
    }
    expect((await rule({ id: 'task_nothing' }, { ruling: 'refund' })).status).toBe(404)
  })
})

describe('an invalid ruling', () => {
  let task: Task
  beforeAll(async () => {
    task = await disputed()
  })
  afterAll(async () => {
    await rule(task, { ruling: 'refund' })
  })

  it.each<[string, object | string, number, string]>([
    ['without a body', '', 400, 'The body must have "ruling".'],
    ['without fields', {}, 400, 'The body must have "ruling".'],
    ['of another kind', { ruling: 'keep' }, 400, '"ruling" must be one of: release, refund, split.'],
    ['with an unknown field', { ruling: 'refund', all: true }, 400, 'The body has the unknown field "all".'],
    ['that is a list', '[]', 400, 'The body must be a JSON object.'],
    ['that is not JSON', '{', 400, 'The body is not valid JSON.'],
    [
      'to split without toClient',
      { ruling: 'split' },
      400,
      '"toClient" is required with the ruling "split".',
    ],
    ['to split with zero', { ruling: 'split', toClient: 0 }, 400, '"toClient" must be at least 1.'],
    [
      'to split with a negative amount',
      { ruling: 'split', toClient: -5 },
      400,
      '"toClient" must be at least 1.',
    ],
    [
      'to split with a fraction',
      { ruling: 'split', toClient: 0.5 },
      400,
      '"toClient" must be of type integer.',
    ],
    [
      'to split with a string',
      { ruling: 'split', toClient: '5' },
      400,
      '"toClient" must be of type integer.',
    ],
    [
      'to split with an unsafe integer',
      { ruling: 'split', toClient: 1e300 },
      400,
      expect.stringContaining('must be at most'),
    ],
    [
      'to split with the whole amount',
      { ruling: 'split', toClient: 1000 },
      422,
      expect.stringContaining('from 1 to 999'),
    ],
    [
      'to split with more than the amount',
      { ruling: 'split', toClient: 5000 },
      422,
      expect.stringContaining('from 1 to 999'),
    ],
    [
      'to refund a part',
      { ruling: 'refund', toClient: 5 },
      400,
      '"toClient" is allowed only with the ruling "split".',
    ],
    ['without reasons', '{"ruling":"refund"}', 400, 'The body must have "reasons".'],
    ['with blank reasons', { ruling: 'refund', reasons: ' ' }, 400, '"reasons" must not be blank.'],
    [
      'with reasons that are too long',
      { ruling: 'refund', reasons: 'x'.repeat(5001) },
      400,
      expect.stringContaining('5000'),
    ],
  ])('%s is refused', async (_name, payload, status, error) => {
    const response = await rule(task, payload)
    expect([response.status, response.body.error]).toEqual([status, error])
    expect((await trade.market(task)).phase).toBe('disputed')
  })

  it.each(['a\u0000b', 'x'.repeat(200), '../ledger/verify', '%', "'; drop table tasks"])(
    'is refused for the task %j',
    async (id) => {
      const { status } = await rule({ id }, { ruling: 'refund' })
      expect([400, 404]).toContain(status)
    },
  )
})
