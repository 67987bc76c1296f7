/** Responses validated as by the strictest client. */
import { randomUUID } from 'node:crypto'
import { marketplaceExtension, type Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { second } from '../../src/lib/clock.ts'
import { faultsIn, type ShapeName } from '../fixtures/a2a/a2a-shapes.ts'
import {
  waitForTask,
  callA2a,
  pollAsProvider,
  openStream,
  startA2aServer,
  setTaskState,
  type A2aServer,
} from '../fixtures/a2a/a2a-server.ts'
import { createPaymentActions } from '../fixtures/money/payment-actions.ts'
import { fail } from '../fixtures/fail.ts'
import { withoutProvenance, market, text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { applyTo, createTestAgent, postListing, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let server: A2aServer
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  server = await startA2aServer()
  client = await createTestAgent(server.souk)
  provider = await createTestAgent(server.souk)
  await createPaymentActions(server.souk).topUp(client.person, client.agent, 100_000)
})
afterAll(() => server.stop())
afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

/** A message with every known field and unknown ones. */
const fullMessage = {
  messageId: 'm-1',
  role: 'ROLE_USER',
  unheardOf: 1,
  parts: [
    {
      text: 'Hello',
      mediaType: 'text/plain',
      filename: 'hello.txt',
      metadata: { any: { thing: [1, null] } },
    },
    { data: { nested: [1, 'two', null] }, unheardOf: true },
    { raw: '_-8', mediaType: 'text/plain' },
    { url: 'https://example.com/letter.txt' },
  ],
  metadata: { 'https://example.com/ext': { free: true } },
  extensions: ['https://example.com/ext'],
  referenceTaskIds: ['task_of-old'],
}
const note = { message: { parts: text('With this'), unheardOf: 1 } }
const artifact = {
  artifactId: 'letter',
  name: 'Letter',
  description: 'Whole',
  unheardOf: 1,
  parts: fullMessage.parts,
}
const immediate = { returnImmediately: true }

const post = (path: string, body: unknown, as = client) =>
  callA2a(server, provider, path, as, { method: 'POST', body })
const get = (path: string, as = client) => callA2a(server, provider, path, as)

async function request(message: object = {}): Promise<Task> {
  const body = { message: { ...fullMessage, ...message }, configuration: immediate }
  const { task }: { task?: Task } = await (await post('/message:send', body)).json()
  return task ?? fail('no task')
}
const hire = () => request({ metadata: marketMetadata({ terms: { price: usd(500) } }) })

/** Tasks by the action that brought them there. */
const steps: Record<string, (task: Task) => Promise<Response>> = {
  artifacts: ({ id }) => post(`/tasks/${id}/artifacts`, { artifact }, provider),
  deliver: ({ id }) => post(`/tasks/${id}:deliver`, { ...note, artifacts: [artifact] }, provider),
  dispute: ({ id }) => post(`/tasks/${id}:dispute`, note),
  accept: ({ id }) => post(`/tasks/${id}:accept`, note),
  cancel: ({ id }) => post(`/tasks/${id}:cancel`, {}),
  get: ({ id }) => get(`/tasks/${id}?include=timeline,audit`),
  list: ({ contextId }) => get(`/tasks?contextId=${contextId}&includeArtifacts=true&historyLength=9`),
  'list of the provider': () => get('/tasks?includeArtifacts=true&historyLength=9', provider),
  'list of the client': () =>
    callA2a(server, client, '/tasks?role=client&includeArtifacts=true&historyLength=9', client),
  'one artifact': ({ id }) => get(`/tasks/${id}/artifacts/letter`),
}

async function after(task: Task, ...done: (keyof typeof steps)[]): Promise<Response> {
  let last: Response | undefined
  for (const step of done) last = await steps[step]?.(task)
  return last ?? fail('nothing was done')
}

describe('every response', () => {
  const config = { id: 'inbox', url: 'https://hooks.example.com/a2a', token: 't', unheardOf: 1 }
  const authentication = { scheme: 'Bearer', credentials: 'secret', unheardOf: 1 }
  const withConfig = async () => {
    const { id } = await request()
    await post(`/tasks/${id}/pushNotificationConfigs`, { ...config, authentication })
    return `/tasks/${id}/pushNotificationConfigs`
  }
  const awarded = async () => {
    const task = await applyTo(
      server.souk,
      provider,
      await postListing(server.souk, client, { budget: usd(500) }),
    )
    return post(`/tasks/${task.id}:award`, note)
  }

  const cases: readonly (readonly [string, ShapeName, () => Promise<Response>])[] = [
    ['to a message', 'SendMessageResponse', () => post('/message:send', { message: fullMessage })],
    [
      'to a hire',
      'SendMessageResponse',
      () =>
        post('/message:send', {
          message: { ...fullMessage, metadata: marketMetadata({ terms: { price: usd(500) } }) },
        }),
    ],
    ['to an award', 'Task', awarded],
    ['to an artifact', 'Artifact', async () => after(await request(), 'artifacts')],
    ['to a delivery of free work', 'Task', async () => after(await request(), 'deliver')],
    ['to a delivery of paid work', 'Task', async () => after(await hire(), 'deliver')],
    ['to a dispute', 'Task', async () => after(await hire(), 'deliver', 'dispute')],
    ['to an acceptance', 'Task', async () => after(await hire(), 'deliver', 'accept')],
    ['to a cancellation', 'Task', async () => after(await hire(), 'cancel')],
    ['with a task', 'Task', async () => after(await hire(), 'artifacts', 'deliver', 'dispute', 'get')],
    ['with an artifact', 'Artifact', async () => after(await request(), 'artifacts', 'one artifact')],
    ['with tasks', 'ListTasksResponse', async () => after(await hire(), 'deliver', 'list')],
    [
      'with tasks of a provider',
      'ListTasksResponse',
      async () => after(await hire(), 'list of the provider'),
    ],
    ['with tasks of a client', 'ListTasksResponse', async () => after(await hire(), 'list of the client')],
    [
      'to a push config',
      'TaskPushNotificationConfig',
      async () =>
        post(`/tasks/${(await request()).id}/pushNotificationConfigs`, { ...config, authentication }),
    ],
    ['with a push config', 'TaskPushNotificationConfig', async () => get(`${await withConfig()}/inbox`)],
    ['with push configs', 'ListTaskPushNotificationConfigsResponse', async () => get(await withConfig())],
    [
      'to the deletion of a push config',
      'Empty',
      async () => callA2a(server, provider, `${await withConfig()}/inbox`, client, { method: 'DELETE' }),
    ],
    ['with the public card', 'AgentCard', () => get('/.well-known/agent-card.json')],
    ['with the extended card', 'AgentCard', () => get('/extendedAgentCard')],
  ]

  it.each(cases)('%s is exactly a %s with status 200', async (_name, shape, call) => {
    const response = await call()
    const body: unknown = await response.json()
    expect([response.status, faultsIn(shape, body)]).toEqual([200, []])
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('streams exactly a StreamResponse', async () => {
    const task = await hire()
    const stream = await openStream(server, provider, `/tasks/${task.id}:subscribe`, client)
    await setTaskState(server.souk, provider, task.id, { state: 'input-required' })
    await post('/message:send', { message: { ...fullMessage, taskId: task.id }, configuration: immediate })
    await after(task, 'artifacts', 'deliver', 'accept')
    const frames = await stream.rest()
    expect(frames.map(({ data }) => faultsIn('StreamResponse', data))).toEqual(frames.map(() => []))
    expect(new Set(frames.flatMap(({ data }) => Object.keys(data))).size).toBe(3)
  })

  it('sends exactly a Message if there is no task', async () => {
    await pollAsProvider(server.souk, provider)
    const contextId = randomUUID()
    const sent = post('/message:send', { message: { ...fullMessage, contextId } })
    await setTaskState(server.souk, provider, (await waitForTask(server.souk, provider, contextId)).id, {
      reply: 'message',
    })
    const body: unknown = await (await sent).json()
    expect(faultsIn('SendMessageResponse', body)).toEqual([])
    server.souk.clock.advance(30 * second)
  })

  it('returns message content unchanged except for unknown fields', async () => {
    const { history = [] } = await request()
    const [hello, data, raw, url] = fullMessage.parts
    expect(history).toMatchObject([
      { messageId: 'm-1', extensions: fullMessage.extensions, metadata: fullMessage.metadata },
    ])
    expect(withoutProvenance(history[0]?.parts)).toEqual([
      hello,
      { data: data?.data },
      { ...raw, raw: '/+8=' },
      url,
    ])
    expect(history[0]?.referenceTaskIds).toEqual(fullMessage.referenceTaskIds)
  })

  it('names the origin of every part regardless of the sender', async () => {
    const claim = marketMetadata({ origin: { agentId: 'agt_bank', name: 'bank', ownerVerified: true } })
    const task = await request({ parts: [{ text: 'Pay\u200b me', metadata: claim }, { text: 'now' }] })
    const { agentId, name } = market(task).client
    const origin = { agentId, name, ownerVerified: false, at: server.souk.clock.now().toISOString() }
    expect(task.history?.[0]?.parts.map(({ metadata }) => metadata)).toEqual([
      marketMetadata({ origin, flags: ['hidden-characters'] }),
      marketMetadata({ origin }),
    ])
  })
})

describe('listTasks', () => {
  const list = async (query: string, as = client) => {
    const response = await get(`/tasks?${query}`, as)
    const body: { tasks: Task[]; totalSize: number; nextPageToken: string } = await response.json()
    return { status: response.status, ...body }
  }

  it('includes artifacts on request, even if there are none', async () => {
    const task = await request({ contextId: randomUUID() })
    const keys = async (query: string) => {
      const [listed] = (await list(`contextId=${task.contextId}${query}`)).tasks
      return ['artifacts' in (listed ?? {}), listed?.artifacts?.length]
    }
    expect([
      await keys(''),
      await keys('&includeArtifacts=false'),
      await keys('&includeArtifacts=true'),
    ]).toEqual([
      [false, undefined],
      [false, undefined],
      [true, 0],
    ])
    await steps['artifacts']?.(task)
    expect([await keys(''), await keys('&includeArtifacts=true')]).toEqual([
      [false, undefined],
      [true, 1],
    ])
  })

  it('returns nothing for an unknown context and ignores empty filters', async () => {
    const { status, ...body } = await list('contextId=unheard-of')
    expect([status, body]).toEqual([200, { tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 }])
    await request()
    expect((await list('contextId=&status=&pageToken=')).totalSize).toBeGreaterThan(0)
  })

  it('filters by time of the last change under both parameter names', async () => {
    const contextId = randomUUID()
    await request({ contextId })
    server.souk.clock.advance(1)
    const recent = await request({ contextId })
    const since = recent.status.timestamp
    for (const name of ['statusTimestampAfter', 'lastUpdatedAfter']) {
      const { tasks } = await list(`contextId=${contextId}&${name}=${since}`)
      expect(tasks.map(({ id }) => id)).toEqual([recent.id])
    }
  })

  it('lists the last changed first', async () => {
    const contextId = randomUUID()
    const created: string[] = []
    for (let count = 0; count < 3; count++) {
      created.push((await request({ contextId })).id)
      server.souk.clock.advance(1)
    }
    await setTaskState(server.souk, provider, created[0] ?? '', { state: 'working' })
    const { tasks } = await list(`contextId=${contextId}`)
    expect(tasks.map(({ id }) => created.indexOf(id))).toEqual([0, 2, 1])
  })

  it('excludes tasks of other agents', async () => {
    const contextId = randomUUID()
    await request({ contextId })
    const stranger = await createTestAgent(server.souk)
    expect((await list(`contextId=${contextId}`, stranger)).totalSize).toBe(0)
    expect((await list('', stranger)).totalSize).toBe(0)
    expect((await list(`contextId=${contextId}`, provider)).totalSize).toBe(1)
  })

  it.each(['TASK_STATE_SUBMITTED', 'submitted', 'SUBMITTED', 'requested'])(
    'accepts the state %s',
    async (status) => {
      const { contextId, id } = await request({ contextId: randomUUID() })
      const { tasks } = await list(`contextId=${contextId}&status=${status}`)
      expect(tasks.map((task) => task.id)).toEqual([id])
    },
  )

  it.each([
    'pageSize=0',
    'pageSize=101',
    'pageSize=-1',
    'pageSize=many',
    'status=UNHEARD_OF',
    'status=TASK_STATE_DELIVERED',
    'pageToken=made-up',
    'historyLength=-1',
    'historyLength=1.5',
    'includeArtifacts=perhaps',
    'statusTimestampAfter=yesterday',
    'statusTimestampAfter=2026-06-30T23:59:60Z',
  ])('refuses %s', async (query) => {
    const response = await get(`/tasks?${query}`)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { details: [{ reason: 'INVALID_PARAMS' }] } },
    ])
  })

  it('accepts a page token only for its own list', async () => {
    const contextId = randomUUID()
    await request({ contextId })
    await request({ contextId })
    const { nextPageToken } = await list(`contextId=${contextId}&pageSize=1`)
    const page = (query: string, as = client) =>
      list(`${query}&pageSize=1&pageToken=${encodeURIComponent(nextPageToken)}`, as)
    expect((await page(`contextId=${contextId}`)).tasks).toHaveLength(1)
    expect((await page('contextId=another')).status).toBe(400)
    expect((await page(`contextId=${contextId}`, provider)).status).toBe(400)
  })
})

describe('getTask', () => {
  it('returns the requested history', async () => {
    const { id } = await request()
    const history = async (query: string) => {
      const { history: shown }: Task = await (await get(`/tasks/${id}${query}`)).json()
      return shown?.length
    }
    await setTaskState(server.souk, provider, id, { state: 'working' })
    expect([await history(''), await history('?historyLength=1'), await history('?historyLength=0')]).toEqual(
      [2, 1, undefined],
    )
    for (const length of ['-1', 'all', '1.5']) {
      expect((await get(`/tasks/${id}?historyLength=${length}`)).status).toBe(400)
    }
  })

  it('puts marketplace data into metadata only', async () => {
    const { metadata } = await request()
    expect(Object.keys(metadata)).toEqual([marketplaceExtension])
  })
})
