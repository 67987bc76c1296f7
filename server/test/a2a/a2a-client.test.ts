import { randomUUID } from 'node:crypto'
import {
  ListTasksRequest,
  SendMessageRequest,
  TaskPushNotificationConfig,
  TaskState,
  verifyAgentCardSignature,
  type AgentCard,
  type StreamResponse,
  type Task,
} from '@a2a-js/sdk'
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
  type Client,
} from '@a2a-js/sdk/client'
import {
  A2AError,
  ContentTypeNotSupportedError,
  isJsonRpcError,
  isRestError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
  VersionNotSupportedError,
} from '@a2a-js/sdk/errors'
import { isGrpcError } from '@a2a-js/sdk/errors/grpc'
import { marketplaceExtension } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  waitForTask,
  callA2a,
  pollAsProvider,
  startA2aServer,
  setTaskState,
  type A2aServer,
} from '../fixtures/a2a/a2a-server.ts'
import { grpcTransport } from '../fixtures/a2a/grpc-transport.ts'
import { fail } from '../fixtures/fail.ts'
import { text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

type Headers = Readonly<Record<string, string>>

const transports = {
  'HTTP+JSON': (headers: Headers) => new RestTransportFactory({ fetchImpl: fetchWith(headers) }),
  JSONRPC: (headers: Headers) => new JsonRpcTransportFactory({ fetchImpl: fetchWith(headers) }),
  GRPC: grpcTransport,
}

function fetchWith(added: Headers): typeof fetch {
  return (url, init) => {
    const headers = new Headers(init?.headers)
    for (const [name, value] of Object.entries(added)) headers.set(name, value)
    return fetch(url, { ...init, headers })
  }
}

/** Runs the official A2A client for JavaScript, which knows only the URL of a card, with each of its transports. */
describe.each(['HTTP+JSON', 'JSONRPC', 'GRPC'] as const)('%s', (transport) => {
  let server: A2aServer
  let client: TestAgent
  let provider: TestAgent
  let buyer: Client
  let worker: Client
  beforeAll(async () => {
    server = await startA2aServer()
    client = await createTestAgent(server.souk)
    provider = await createTestAgent(server.souk)
    buyer = await connect(provider, client)
    worker = await connect(provider, provider)
  })
  afterAll(() => server.stop())
  afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

  function connect({ agent }: TestAgent, { key }: TestAgent, headers: Headers = {}): Promise<Client> {
    const authorization = `Bearer ${key.as ?? ''}`
    return new ClientFactory({
      transports: [transports[transport]({ authorization, ...headers })],
      cardResolver: new DefaultAgentCardResolver(),
    }).createFromUrl(`${server.origin}/api/agents/${agent.name}/`)
  }

  const say = (fields: object = {}, configuration: object = {}) =>
    SendMessageRequest.fromJSON({
      message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text: 'Hello' }], ...fields },
      configuration,
    })

  async function request(fields: object = {}): Promise<Task> {
    const response = await buyer.sendMessage(say(fields, { returnImmediately: true }))
    return 'status' in response ? response : fail('a message instead of a task')
  }

  const stateOf = (task: Task) => task.status?.state
  const list = (fields: object) => buyer.listTasks(ListTasksRequest.fromJSON(fields))
  const get = (id: string, fields: object = {}) => buyer.getTask({ id, tenant: '', ...fields })
  const cancel = (id: string) => buyer.cancelTask({ id, tenant: '', metadata: undefined })
  const deliver = (taskId: string) =>
    server.souk.call(
      'deliverTask',
      { name: provider.agent.name, taskId, artifacts: [{ artifactId: 'letter', parts: text('Dear Sir') }] },
      provider.key,
    )

  describe('getAgentCard', () => {
    it('returns URL and protocol binding', async () => {
      expect([buyer.transport.protocolName, buyer.protocolVersion]).toEqual([transport, '1.0'])
    })
  })

  describe('sendMessage', () => {
    it('returns immediately when returnImmediately is set', async () => {
      const task = await request()
      expect([stateOf(task), task.history[0]?.parts[0]?.content]).toEqual([
        TaskState.TASK_STATE_SUBMITTED,
        { $case: 'text', value: 'Hello' },
      ])
      expect(task.metadata?.[marketplaceExtension]).toMatchObject({ phase: 'requested', role: 'client' })
    })

    it('blocks for a present provider and returns the completed task', async () => {
      await pollAsProvider(server.souk, provider)
      const contextId = randomUUID()
      const sent = buyer.sendMessage(say({ contextId }))
      const { id } = await waitForTask(server.souk, provider, contextId)
      await deliver(id)
      const response = await sent
      expect(response).toMatchObject({
        id,
        contextId,
        status: { state: TaskState.TASK_STATE_COMPLETED },
        artifacts: [{ artifactId: 'letter' }],
      })
    })

    it('returns a provider message without a task', async () => {
      await pollAsProvider(server.souk, provider)
      const contextId = randomUUID()
      const sent = buyer.sendMessage(say({ contextId }))
      const { id } = await waitForTask(server.souk, provider, contextId)
      const reply = { taskId: id, role: 'ROLE_AGENT', metadata: marketMetadata({ reply: 'message' }) }
      await worker.sendMessage(say({ ...reply, parts: [{ text: 'Yes' }] }))
      const response = await sent
      if (!('messageId' in response)) return fail('a task instead of a message')
      expect([response.taskId, response.parts[0]?.content]).toEqual(['', { $case: 'text', value: 'Yes' }])
      expect((await list({ contextId })).tasks).toEqual([])
    })

    it('continues a task in its context', async () => {
      const task = await request()
      await setTaskState(server.souk, provider, task.id, { state: 'input-required' })
      const response = await buyer.sendMessage(say({ taskId: task.id }, { returnImmediately: true }))
      expect(response).toMatchObject({
        contextId: task.contextId,
        status: { state: TaskState.TASK_STATE_WORKING },
      })
    })
  })

  const caseOf = ({ payload }: StreamResponse) => payload?.$case
  const until = async (stream: AsyncGenerator<StreamResponse>, events: StreamResponse[] = []) => {
    for await (const event of stream) events.push(event)
    return events
  }

  describe('streamMessage', () => {
    it('sends the task, then its events, and ends with it', async () => {
      const stream = buyer.sendMessageStream(say())
      const first = await stream.next()
      if (first.done === true || first.value.payload?.$case !== 'task') return fail('no task')
      const task = first.value.payload.value
      await setTaskState(server.souk, provider, task.id, { state: 'working' })
      await deliver(task.id)
      const events = await until(stream)
      expect(events.map(caseOf)).toEqual(['statusUpdate', 'artifactUpdate', 'statusUpdate'])
      expect(events.at(-1)?.payload?.value).toMatchObject({
        taskId: task.id,
        contextId: task.contextId,
        status: { state: TaskState.TASK_STATE_COMPLETED },
      })
    })
  })

  describe('subscribeToTask', () => {
    it('resumes after a lost connection', async () => {
      const task = await request()
      const cutting = new AbortController()
      const cut = buyer.resubscribeTask({ id: task.id, tenant: '' }, { signal: cutting.signal })
      expect((await cut.next()).done).toBe(false)
      cutting.abort()
      await expect(until(cut)).rejects.toThrow()
      await setTaskState(server.souk, provider, task.id, { state: 'working' })
      const again = buyer.resubscribeTask({ id: task.id, tenant: '' })
      const first = await again.next()
      expect(first.value).toMatchObject({
        payload: { $case: 'task', value: { id: task.id, status: { state: TaskState.TASK_STATE_WORKING } } },
      })
      await deliver(task.id)
      expect((await until(again)).map(caseOf)).toEqual(['artifactUpdate', 'statusUpdate'])
    })
  })

  describe('listTasks', () => {
    it('filters and pages until the token is empty', async () => {
      const contextId = randomUUID()
      const created: string[] = []
      for (let count = 0; count < 5; count++) created.unshift((await request({ contextId })).id)
      await setTaskState(server.souk, provider, created[0] ?? '', { state: 'working' })
      const all = await list({ contextId })
      expect([all.totalSize, all.pageSize, all.nextPageToken]).toEqual([5, 50, ''])
      const seen: string[] = []
      for (let pageToken = ''; ;) {
        const page = await list({ contextId, pageSize: 2, pageToken })
        seen.push(...page.tasks.map(({ id }) => id))
        expect([page.totalSize, page.pageSize]).toEqual([5, 2])
        pageToken = page.nextPageToken
        if (pageToken === '') break
      }
      expect(seen.toSorted()).toEqual(created.toSorted())
      const working = await list({ contextId, status: 'TASK_STATE_WORKING' })
      expect(working.tasks.map(({ id }) => id)).toEqual([created[0]])
      const later = new Date(server.souk.clock.now().getTime() + 1).toISOString()
      expect((await list({ contextId, statusTimestampAfter: later })).tasks).toEqual([])
    })

    it('includes artifacts and history only on request', async () => {
      const contextId = randomUUID()
      const { id } = await request({ contextId })
      await deliver(id)
      const [plain] = (await list({ contextId })).tasks
      expect([plain?.artifacts, plain?.history]).toEqual([[], []])
      const [full] = (await list({ contextId, includeArtifacts: true, historyLength: 5 })).tasks
      expect(full).toMatchObject({ artifacts: [{ artifactId: 'letter' }], history: [{}] })
    })
  })

  describe('getTask', () => {
    it('truncates the history to historyLength', async () => {
      const { id } = await request()
      await setTaskState(server.souk, provider, id, { state: 'working' })
      const lengths: number[] = []
      for (const fields of [{}, { historyLength: 1 }, { historyLength: 0 }]) {
        lengths.push((await get(id, fields)).history.length)
      }
      expect(lengths).toEqual([2, 1, 0])
    })
  })

  describe('cancelTask', () => {
    it('cancels and is idempotent', async () => {
      const { id } = await request()
      const canceled = await cancel(id)
      expect(stateOf(canceled)).toBe(TaskState.TASK_STATE_CANCELED)
      expect(await cancel(id)).toEqual(canceled)
    })
  })

  describe('createPushConfig', () => {
    it('stores a config under the id of the client until it is deleted', async () => {
      const { id: taskId } = await request()
      const config = { id: 'inbox', taskId, url: 'https://hooks.example.com/a2a', token: 'secret' }
      const authentication = { scheme: 'Bearer', credentials: 'also-secret' }
      const created = await buyer.createTaskPushNotificationConfig(
        TaskPushNotificationConfig.fromJSON({ ...config, authentication }),
      )
      expect(created).toMatchObject({ id: 'inbox', taskId, url: config.url })
      const address = { id: 'inbox', taskId, tenant: '' }
      expect(await buyer.getTaskPushNotificationConfig(address)).toEqual(created)
      const all = { taskId, tenant: '', pageSize: 0, pageToken: '' }
      expect(await buyer.listTaskPushNotificationConfig(all)).toEqual({
        configs: [created],
        nextPageToken: '',
      })
      await buyer.deleteTaskPushNotificationConfig(address)
      await buyer.deleteTaskPushNotificationConfig(address)
      expect((await buyer.listTaskPushNotificationConfig(all)).configs).toEqual([])
      await expect(buyer.getTaskPushNotificationConfig(address)).rejects.toThrow(TaskNotFoundError)
    })
  })

  describe('getExtendedAgentCard', () => {
    const published = verifyAgentCardSignature(async (kid, jku) => {
      const { keys }: { keys: { kid: string }[] } = await (await fetch(jku ?? '')).json()
      return keys.find((key) => key.kid === kid) ?? fail('no such key')
    })
    // The official client logs every refused signature to the console.
    beforeAll(() => void vi.spyOn(console, 'debug').mockImplementation(() => {}))
    afterAll(() => vi.restoreAllMocks())

    it('includes more for authenticated callers', async () => {
      const { capabilities } = await buyer.getAgentCard()
      expect(capabilities?.extensions[0]?.params).toMatchObject({ pricing: { model: 'quote' } })
    })

    it('returns a card signed like the public card, with the key named in its signature', async () => {
      const path = '/.well-known/agent-card.json'
      const extended: AgentCard = await (await callA2a(server, provider, '/extendedAgentCard', client)).json()
      const card: AgentCard = await (
        await fetch(`${server.origin}/api/agents/${provider.agent.name}${path}`)
      ).json()
      expect(await (await callA2a(server, provider, path, client)).json()).toEqual(card)
      await published(card)
      await published(extended)
      await expect(published({ ...card, description: 'Another' })).rejects.toThrow()
      await expect(published({ ...extended, signatures: card.signatures })).rejects.toThrow()
    })
  })

  describe('refusals', () => {
    const ended = async () => {
      const { id } = await request()
      await deliver(id)
      return id
    }
    const image = { parts: [{ raw: 'AA==', mediaType: 'image/png' }] }

    it.each([
      ['an unknown task', () => get('task_unheard-of'), TaskNotFoundError, 404, -32001, 5],
      [
        'a message to an unknown task',
        () => buyer.sendMessage(say({ taskId: 'tck-nonexistent' })),
        TaskNotFoundError,
        404,
        -32001,
        5,
      ],
      ['canceling an unknown task', () => cancel('tck-nonexistent'), TaskNotFoundError, 404, -32001, 5],
      ['canceling an ended task', async () => cancel(await ended()), TaskNotCancelableError, 400, -32002, 9],
      [
        'a message to an ended task',
        async () => buyer.sendMessage(say({ taskId: await ended() })),
        UnsupportedOperationError,
        400,
        -32004,
        9,
      ],
      [
        'subscribing to an ended task',
        async () => until(buyer.resubscribeTask({ id: await ended(), tenant: '' })),
        UnsupportedOperationError,
        400,
        -32004,
        9,
      ],
      [
        'an unsupported media type',
        () => buyer.sendMessage(say(image)),
        ContentTypeNotSupportedError,
        400,
        -32005,
        3,
      ],
      [
        'a message without parts',
        () => buyer.sendMessage(say({ parts: [] })),
        RequestMalformedError,
        400,
        -32602,
        3,
      ],
      ['a page that is too long', () => list({ pageSize: 101 }), RequestMalformedError, 400, -32602, 3],
      [
        'a made-up page token',
        () => list({ pageSize: 5, pageToken: 'made-up' }),
        RequestMalformedError,
        400,
        -32602,
        3,
      ],
      [
        'a negative history',
        () => get('task_unheard-of', { historyLength: -1 }),
        RequestMalformedError,
        400,
        -32602,
        3,
      ],
      [
        'an unknown future version',
        async () =>
          (await connect(provider, client, { 'a2a-version': '99.0' })).getTask({ id: 'any', tenant: '' }),
        VersionNotSupportedError,
        400,
        -32009,
        12,
      ],
      [
        'an invalid token',
        async () =>
          (await connect(provider, { ...client, key: { as: 'made-up' } })).getTask({ id: 'any', tenant: '' }),
        A2AError,
        401,
        -32600,
        16,
      ],
      [
        'an operation outside the scopes',
        async () =>
          (await connect(provider, await createTestAgent(server.souk, ['read']))).sendMessage(say()),
        A2AError,
        403,
        -32600,
        7,
      ],
    ])('throw the right error class for %s', async (_name, act, kind, status, code, grpcCode) => {
      const error: unknown = await Promise.resolve(act()).catch((refused: unknown) => refused)
      expect(error).toBeInstanceOf(kind)
      if (isRestError(error)) return expect(error.statusCode).toBe(status)
      if (isJsonRpcError(error)) return expect(error.envelopeCode).toBe(code)
      if (isGrpcError(error)) return expect(error).toHaveProperty('status', grpcCode)
      return fail('not an error of this transport')
    })
  })
})
