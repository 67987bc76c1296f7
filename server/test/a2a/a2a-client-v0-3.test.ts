/** Runs the official client of A2A 0.3, which knows only the address for clients of that version. */
import { randomUUID } from 'node:crypto'
import type { Message, MessageSendParams, Task } from 'a2a-js-sdk-0.3'
import {
  ClientFactory,
  ContentTypeNotSupportedError,
  createAuthenticatingFetchWithRetry,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
  type Client,
} from 'a2a-js-sdk-0.3/client'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  callA2a,
  pollAsProvider,
  setTaskState,
  startA2aServer,
  waitForTask,
  type A2aServer,
} from '../fixtures/a2a/a2a-server.ts'
import { fail } from '../fixtures/fail.ts'
import { createPaymentActions } from '../fixtures/money/payment-actions.ts'
import { marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let server: A2aServer
let client: TestAgent
let provider: TestAgent
let buyer: Client
let worker: Client
beforeAll(async () => {
  server = await startA2aServer()
  client = await createTestAgent(server.souk)
  provider = await createTestAgent(server.souk)
  await createPaymentActions(server.souk).topUp(client.person, client.agent, 100_000)
  buyer = await connect(client)
  worker = await connect(provider)
})
afterAll(() => server.stop())
afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

function connect({ key }: Pick<TestAgent, 'key'>): Promise<Client> {
  const fetchImpl = createAuthenticatingFetchWithRetry(fetch, {
    headers: async () => ({ authorization: `Bearer ${key.as ?? ''}` }),
    shouldRetryWithHeaders: async () => undefined,
  })
  return new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver(),
  }).createFromUrl(`${server.origin}/api/a2a/v0.3/agents/${provider.agent.name}/`)
}

const say = (fields: Partial<Message> = {}, blocking = false): MessageSendParams => ({
  message: {
    kind: 'message',
    messageId: randomUUID(),
    role: 'user',
    parts: [{ kind: 'text', text: 'Hello' }],
    ...fields,
  },
  configuration: { blocking },
})

async function send(by: Client, fields: Partial<Message> = {}): Promise<Task> {
  const result = await by.sendMessage(say(fields))
  return result.kind === 'task' ? result : fail('a message instead of a task')
}

const act = (taskId: string, directives: object) => ({ taskId, metadata: marketMetadata(directives) })

describe('the card', () => {
  it.each(['agent-card.json', 'agent.json'])('has the shape of 0.3 at %s', async (file) => {
    const base = `${server.origin}/api/a2a/v0.3/agents/${provider.agent.name}`
    const response = await fetch(`${base}/.well-known/${file}`)
    expect([response.status, response.headers.get('etag')]).toEqual([200, expect.any(String)])
    const card = await response.json()
    expect(card).toMatchObject({
      protocolVersion: '0.3.0',
      url: base,
      preferredTransport: 'JSONRPC',
      supportsAuthenticatedExtendedCard: true,
      securitySchemes: { bearer: { type: 'http', scheme: 'Bearer' } },
      security: [{ bearer: ['a2a'] }],
      capabilities: { streaming: true, pushNotifications: true },
    })
    expect(card).not.toHaveProperty('supportedInterfaces')
    expect(card).not.toHaveProperty('signatures')
  })

  it('includes more for authenticated callers', async () => {
    const { capabilities } = await buyer.getAgentCard()
    expect(capabilities.extensions?.[0]?.params).toMatchObject({ pricing: { model: 'quote' } })
  })
})

describe('message/send', () => {
  it('blocks for a present provider and returns its message', async () => {
    await pollAsProvider(server.souk, provider)
    const contextId = randomUUID()
    const sent = buyer.sendMessage(say({ contextId }, true))
    const { id } = await waitForTask(server.souk, provider, contextId)
    await worker.sendMessage(
      say({ ...act(id, { reply: 'message' }), parts: [{ kind: 'text', text: 'Yes' }] }),
    )
    expect(await sent).toMatchObject({
      kind: 'message',
      role: 'agent',
      parts: [{ kind: 'text', text: 'Yes' }],
    })
  })

  it('translates files and data both ways', async () => {
    const parts: Message['parts'] = [
      { kind: 'file', file: { bytes: 'aGk=', name: 'a.txt', mimeType: 'text/plain' } },
      { kind: 'file', file: { uri: 'https://example.com/a.txt' } },
      { kind: 'data', data: { a_b: 1 } },
    ]
    const { history } = await send(buyer, { parts })
    expect(history?.[0]?.parts).toMatchObject(parts)
  })
})

describe('streams', () => {
  it('send the task, then its events, of which the last is final', async () => {
    const stream = buyer.sendMessageStream(say())
    const first = await stream.next()
    if (first.done === true || first.value.kind !== 'task') return fail('no task')
    const { id } = first.value
    await setTaskState(server.souk, provider, id, { state: 'working' })
    await worker.sendMessage(say(act(id, { action: 'deliver', artifacts: [{ parts: [{ text: 'Dear' }] }] })))
    const events: object[] = []
    for await (const event of stream) events.push(event)
    expect(events).toMatchObject([
      { kind: 'status-update', status: { state: 'working' }, final: false },
      { kind: 'artifact-update', artifact: { parts: [{ kind: 'text', text: 'Dear' }] } },
      { kind: 'status-update', status: { state: 'completed' }, final: true },
    ])
  })

  it('resume a task', async () => {
    const { id } = await send(buyer)
    const stream = buyer.resubscribeTask({ id })
    expect((await stream.next()).value).toMatchObject({ kind: 'task', id })
    await buyer.cancelTask({ id })
    expect((await stream.next()).value).toMatchObject({ status: { state: 'canceled' }, final: true })
  })
})

describe('push notification configs', () => {
  it('are stored, listed and deleted', async () => {
    const { id: taskId } = await send(buyer)
    const authentication = { schemes: ['Bearer'], credentials: 'secret' }
    const pushNotificationConfig = { id: 'inbox', url: 'https://hooks.example.com/a2a', authentication }
    const created = await buyer.setTaskPushNotificationConfig({ taskId, pushNotificationConfig })
    expect(created).toEqual({
      taskId,
      pushNotificationConfig: {
        id: 'inbox',
        url: pushNotificationConfig.url,
        authentication: { schemes: ['Bearer'] },
      },
    })
    const { rows } = await sql`select a2a_version from push_configs where task_id = ${taskId}`.execute(
      server.souk.context.database,
    )
    expect(rows).toEqual([{ a2a_version: '0.3' }])
    const address = { id: taskId, pushNotificationConfigId: 'inbox' }
    expect(await buyer.getTaskPushNotificationConfig(address)).toEqual(created)
    expect(await buyer.listTaskPushNotificationConfig({ id: taskId })).toEqual([created])
    await buyer.deleteTaskPushNotificationConfig(address)
    expect(await buyer.listTaskPushNotificationConfig({ id: taskId })).toEqual([])
  })
})

describe('refusals', () => {
  const ended = async () => {
    const { id } = await send(buyer)
    await buyer.cancelTask({ id })
    return id
  }
  it.each([
    ['an unknown task', () => buyer.getTask({ id: 'task_unknown' }), TaskNotFoundError],
    [
      'canceling delivered work',
      async () => {
        const { id } = await send(buyer, { metadata: marketMetadata({ terms: { price: usd(500) } }) })
        await send(worker, act(id, { state: 'working' }))
        await send(worker, act(id, { action: 'deliver', artifacts: [{ parts: [{ text: 'Dear' }] }] }))
        return buyer.cancelTask({ id })
      },
      TaskNotCancelableError,
    ],
    [
      'a message to an ended task',
      async () => buyer.sendMessage(say({ taskId: await ended() })),
      UnsupportedOperationError,
    ],
    [
      'an unsupported media type',
      () =>
        buyer.sendMessage(say({ parts: [{ kind: 'file', file: { bytes: 'AA==', mimeType: 'image/png' } }] })),
      ContentTypeNotSupportedError,
    ],
  ])('throw the right error class for %s', async (_what, run, kind) => {
    await expect(run()).rejects.toThrow(kind)
  })

  it('sends the refusal of a stream as an event, because clients of 0.3 read nothing else from it', async () => {
    const id = await ended()
    await expect(buyer.resubscribeTask({ id }).next()).rejects.toThrow('has ended')
  })
})

describe('the shared address', () => {
  it.each(['', '0.3', '1.0'])('accepts methods of 0.3 with A2A-Version %j', async (version) => {
    const { id } = await send(buyer)
    const body = { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id } }
    const headers = { 'a2a-version': version }
    const response = await callA2a(server, provider, '', client, { method: 'POST', body, headers })
    expect(await response.json()).toMatchObject({ id: 1, result: { kind: 'task', id } })
  })

  it('refuses methods of 1.0 at the address of 0.3', async () => {
    const response = await fetch(`${server.origin}/api/a2a/v0.3/agents/${provider.agent.name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${client.key.as ?? ''}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks' }),
    })
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32601 } })
  })
})
