import type { Task } from 'souk-contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { taskBudget } from '../../src/tasks/lifecycle/budgets.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { market, text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

let souk: Souk
let trade: TaskFixture
let name: string
beforeAll(async () => {
  souk = await startSouk({ rateLimitScale: 1000 })
})
beforeEach(async () => {
  trade = await createTaskFixture(souk)
  name = trade.provider.agent.name
})
afterAll(() => souk.stop())

type By = 'client' | 'provider'
const mebibyte = 1024 * 1024
const responseBytesMax = 8 * mebibyte
const large = 'x'.repeat(1_000_000)

const say = (by: By, task: Task, spoken: string, more: object = {}) =>
  souk.call(
    'sendMessage',
    {
      name,
      message: { taskId: task.id, parts: text(spoken), ...more },
      configuration: { returnImmediately: true, historyLength: 0 },
    },
    trade[by].key,
  )

/** Sends large messages until the remaining budget is used up; returns the refusal. */
async function flood(by: By, task: Task, left = 6 * mebibyte) {
  await spend(by, task, { bytes: taskBudget.bytes - left })
  for (let sent = 0; sent < 8; sent++) {
    const response = await say(by, task, large)
    if (response.status !== 200) return response
  }
  return fail('nothing was refused')
}

const at = (task: Task) => ({ name, taskId: task.id })

/** All messages of a task, oldest first, page by page. */
async function readAll(task: Task): Promise<string[]> {
  const texts: string[] = []
  let pageToken = ''
  do {
    const input = { ...at(task), pageSize: 100, ...(pageToken === '' ? {} : { pageToken }) }
    const { data, bytes } = await souk.call('listTaskMessages', input, trade.client.key)
    expect(bytes.length).toBeLessThan(responseBytesMax)
    texts.push(...data.messages.map(({ parts }) => parts[0]?.text ?? ''))
    pageToken = data.nextPageToken
  } while (pageToken !== '')
  return texts.toReversed()
}

async function disputedAfterFlood(by: By) {
  const task = await trade.deliver(await trade.hire(1000))
  await flood(by, task)
  return { task, answer: await souk.call('disputeTask', at(task), trade.client.key) }
}

describe('the budget of a task', () => {
  it('refuses data beyond 32 MiB per side and does not limit the other side', async () => {
    const task = await trade.deliver(await trade.hire(1000))
    const { status, body } = await flood('provider', task)
    expect([status, body['type']]).toEqual([413, expect.stringContaining('/problems/task-budget-exceeded')])
    expect((await say('provider', task, large)).status).toBe(413)
    expect((await say('client', task, 'Please stop.')).status).toBe(200)
  })

  it('counts concurrent calls exactly', async () => {
    const task = await trade.hire(1000)
    await spend('provider', task, { messages: taskBudget.messages - 10 })
    const responses = await Promise.all(Array.from({ length: 30 }, () => say('provider', task, 'More')))
    const counts = [200, 413].map(
      (status) => responses.filter((response) => response.status === status).length,
    )
    expect(counts).toEqual([10, 20])
    expect(await used(task)).toMatchObject({ client_messages: 1, provider_messages: taskBudget.messages })
  })

  it('counts artifacts, their metadata and the text of an application', async () => {
    const task = await trade.hire(1000)
    const parts = text('Chapter one')
    const artifact = { artifactId: 'draft', parts, metadata: { note: 'n'.repeat(50_000) } }
    await souk.call('submitArtifact', { ...at(task), artifact }, trade.provider.key)
    const { provider_messages: count, provider_bytes: bytes } = await used(task)
    expect([count, bytes > 50_000]).toEqual([1, true])
  })

  it('counts a number by its length as stored in the database', async () => {
    const task = await trade.hire(1000)
    const data = Array.from({ length: 40_000 }, () => 1e300)
    const { status, body } = await say('provider', task, '', { parts: [{ data }] })
    expect([status, body['type']]).toEqual([413, expect.stringContaining('payload-too-large')])
    expect(souk.loggedErrors).toEqual([])
  })

  it.each([
    ['deliver', async (task: Task) => trade.deliver(task), 'delivered'],
    [
      'fail',
      async (task: Task) =>
        (await say('provider', task, 'Cannot', { metadata: marketMetadata({ state: 'failed' }) })).data.task,
      'failed',
    ],
    [
      'decline',
      async (task: Task) =>
        (await say('provider', task, 'No', { metadata: marketMetadata({ state: 'rejected' }) })).data.task,
      'rejected',
    ],
  ] as const)('lets a provider without budget %s', async (_name, decide, phase) => {
    const task = await trade.hire(1000)
    await spend('provider', task)
    expect((await say('provider', task, 'More')).status).toBe(413)
    expect(market((await decide(task)) ?? fail('no task')).phase).toBe(phase)
  })

  it('lets a client without budget accept, dispute and cancel', async () => {
    const [early, late, bad] = [await trade.hire(100), await trade.hire(100), await trade.hire(100)]
    for (const task of [late, bad]) await trade.deliver(task)
    for (const task of [early, late, bad]) await spend('client', task)
    const note = { message: { parts: text('That is it.') } }
    const responses = [
      await souk.call('cancelTask', at(early), trade.client.key),
      await souk.call('acceptTask', { ...at(late), ...note }, trade.client.key),
      await souk.call('disputeTask', { ...at(bad), ...note }, trade.client.key),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})

describe('a task at its size limit', () => {
  it('is returned within 8 MiB with the newest messages, and completely by page', async () => {
    const { task, answer } = await disputedAfterFlood('provider')
    expect([answer.status, market(answer.data).phase]).toEqual([200, 'disputed'])
    expect(answer.bytes.length).toBeLessThan(responseBytesMax)
    await say('client', task, 'The last word')
    const { data, bytes } = await souk.call('getTask', { ...at(task), include: 'timeline' }, trade.client.key)
    expect(bytes.length).toBeLessThan(responseBytesMax)
    expect(data.history?.at(-1)?.parts[0]?.text).toBe('The last word')
    expect(market(data).truncated).toBe(true)
    const texts = await readAll(task)
    expect([texts[0], texts.at(-1)]).toEqual(['Please do it', 'The last word'])
    expect(texts.filter((one) => one === large).length).toBe(6)
  })

  it('can be accepted with an Idempotency-Key, whose stored response stays small', async () => {
    const task = await trade.deliver(await trade.hire(1000))
    await flood('provider', task)
    const options = { ...trade.client.key, headers: { 'idempotency-key': 'accept-once' } }
    const first = await souk.call('acceptTask', at(task), options)
    const again = await souk.call('acceptTask', at(task), options)
    expect([first.status, market(first.data).phase]).toEqual([200, 'completed'])
    expect(again.headers['idempotent-replayed']).toBe('true')
    // The stored response of a large task omits messages and artifacts.
    expect(again.data).toEqual({
      id: task.id,
      contextId: task.contextId,
      status: { state: first.data.status.state, timestamp: first.data.status.timestamp },
      metadata: first.data.metadata,
    })
    expect(market(again.data).truncated).toBe(true)
    const { reply } = await souk.context.database
      .selectFrom('idempotency_keys')
      .select('reply')
      .where('key', '=', 'accept-once')
      .executeTakeFirstOrThrow()
    expect(reply.length).toBeLessThan(10_000)
  })

  it('is listed within 8 MiB, with links to large content', async () => {
    const tasks = [await trade.hire(100), await trade.hire(100), await trade.hire(100)]
    for (const task of tasks) for (let sent = 0; sent < 4; sent++) await say('provider', task, large)
    const input = { name, includeArtifacts: true, historyLength: 100 }
    const { data, bytes } = await souk.call('listTasks', input, trade.client.key)
    expect(bytes.length).toBeLessThan(responseBytesMax)
    const [part] = data.tasks[0]?.status.message?.parts ?? []
    expect(part?.url).toMatch(/\/api\/a2a\/v1\/agents\/agt_\w+\/tasks\/task_\w+\/messages\/5$/)
    const path = new URL(part?.url ?? fail('no link')).pathname
    const headers = { authorization: `Bearer ${trade.client.key.as}`, 'a2a-version': '1.0' }
    const linked = await souk.app.inject({ method: 'GET', url: path, headers })
    expect([linked.statusCode, linked.json().parts[0].text]).toEqual([200, large])
  })

  it('shows large artifacts as links and lists them page by page', async () => {
    const task = await trade.hire(1000)
    for (let place = 0; place < 9; place++) {
      const artifact = { artifactId: `part-${place}`, parts: text(large) }
      await souk.call('submitArtifact', { ...at(task), artifact }, trade.provider.key)
    }
    const { data, bytes } = await souk.call('getTask', at(task), trade.client.key)
    expect(bytes.length).toBeLessThan(responseBytesMax)
    expect(data.artifacts).toHaveLength(9)
    expect(data.artifacts?.at(-1)?.parts[0]?.url).toMatch(/\/artifacts\/part-8$/)
    const first = await souk.call('listArtifacts', at(task), trade.client.key)
    const { nextPageToken: pageToken } = first.data
    const second = await souk.call('listArtifacts', { ...at(task), pageToken }, trade.client.key)
    expect(first.data.artifacts.length + second.data.artifacts.length).toBeGreaterThan(6)
    expect(Math.max(first.bytes.length, second.bytes.length)).toBeLessThan(responseBytesMax)
  })

  it('keeps a decision committed when building its response fails', async () => {
    const task = await trade.deliver(await trade.hire(1000))
    const { schema } = souk.context.database
    await schema.alterTable('artifacts').renameTo('artifacts_away').execute()
    try {
      const { status, data } = await souk.call('disputeTask', at(task), trade.client.key)
      expect([status, market(data).phase]).toEqual([200, 'disputed'])
    } finally {
      await schema.alterTable('artifacts_away').renameTo('artifacts').execute()
    }
    expect((await trade.market(task)).phase).toBe('disputed')
    souk.loggedErrors.length = 0
  })
})

function idOf({ id }: Task) {
  return isTaskId(id) ? id : fail('not the id of a task')
}

const isTaskId = (id: string): id is `task_${string}` => id.startsWith('task_')

const used = (task: Task) =>
  souk.context.database
    .selectFrom('tasks')
    .select(['client_messages', 'client_bytes', 'provider_messages', 'provider_bytes'])
    .where('id', '=', idOf(task))
    .executeTakeFirstOrThrow()

/** Sets the bytes that one side has already used. */
async function spend(by: By, task: Task, { messages, bytes }: Partial<typeof full> = full): Promise<void> {
  await souk.context.database
    .updateTable('tasks')
    .set({
      ...(messages === undefined ? {} : { [`${by}_messages`]: messages }),
      ...(bytes === undefined ? {} : { [`${by}_bytes`]: bytes }),
    })
    .where('id', '=', idOf(task))
    .execute()
}

const full: { messages: number; bytes: number } = taskBudget
