/** The JSON-RPC binding as it is on the wire; `a2a-client.test.ts` runs the official client over it. */
import { randomUUID } from 'node:crypto'
import { marketplaceExtension, type Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { methodsV1 } from '../../src/http/bindings/json-rpc/methods-v1.ts'
import { methodsV03 } from '../../src/http/bindings/v0-3/methods-v0-3.ts'
import { callA2a, setTaskState, startA2aServer, type A2aServer } from '../fixtures/a2a/a2a-server.ts'
import { fail } from '../fixtures/fail.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let server: A2aServer
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  server = await startA2aServer()
  client = await createTestAgent(server.souk)
  provider = await createTestAgent(server.souk)
})
afterAll(() => server.stop())
afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

interface RpcResponse {
  readonly jsonrpc: string
  readonly id: string | number | null
  readonly result?: { readonly task?: Task }
  readonly error?: { code: number; message: string; data: { reason: string; domain: string }[] }
}

const post = (body: unknown, headers: Record<string, string> = {}, { path = '', as = client } = {}) =>
  callA2a(server, provider, path, as, { method: 'POST', body, headers })

async function rpc(body: unknown, headers: Record<string, string> = {}): Promise<RpcResponse> {
  return (await post(body, headers)).json()
}

const call = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const hello = (fields: object = {}) => ({
  message: { messageId: randomUUID(), role: 'ROLE_USER', parts: text('Hello'), ...fields },
  configuration: { returnImmediately: true },
})

async function send(fields: object = {}): Promise<Task> {
  const { result } = await rpc(call('SendMessage', hello(fields)))
  return result?.task ?? fail('no task')
}

describe('the envelope', () => {
  it.each(['one', '', 7, 0, -1, null])('repeats the id %j', async (id) => {
    expect(await rpc(call('ListTasks', {}, id))).toMatchObject({ jsonrpc: '2.0', id, result: { tasks: [] } })
  })

  it('accepts a trailing slash and the media type of A2A', async () => {
    const response = await post(call('ListTasks'), { 'content-type': 'application/a2a+json' }, { path: '/' })
    expect([response.status, await response.json()]).toMatchObject([200, { id: 1, result: { tasks: [] } }])
  })

  it.each([
    ['text that is not JSON', '{"jsonrpc"', -32700, null],
    ['no body', '', -32600, null],
    ['a batch', [call('ListTasks')], -32600, null],
    ['an empty batch', [], -32600, null],
    ['a string', '"ListTasks"', -32600, null],
    ['another version of JSON-RPC', { ...call('ListTasks'), jsonrpc: '1.0' }, -32600, 1],
    ['a method that is not a string', { ...call('ListTasks'), method: 5 }, -32600, 1],
    ['an object as id', call('ListTasks', {}, { a: 1 }), -32600, null],
    ['a fraction as id', call('ListTasks', {}, 1.5), -32600, null],
    ['a boolean as id', call('ListTasks', {}, true), -32600, null],
    ['a long id', call('ListTasks', {}, 'x'.repeat(257)), -32600, null],
    ['an unknown method', call('ListAllTasks'), -32601, 1],
    ['a method of every object', call('toString'), -32601, 1],
    ['parameters by position', { ...call('ListTasks'), params: [1] }, -32602, 1],
  ])('refuses %s', async (_what, body, code, id) => {
    const response = await post(body)
    expect(response.status).toBe(200)
    const { error, ...rest }: RpcResponse = await response.json()
    expect(rest).toEqual({ jsonrpc: '2.0', id })
    expect(error?.code).toBe(code)
    expect(error?.data[0]).toMatchObject({ domain: 'a2a-protocol.org', reason: expect.any(String) })
  })

  it('runs nothing for a notification', async () => {
    const contextId = randomUUID()
    const { id: _id, ...notification } = call('SendMessage', hello({ contextId }))
    expect(await rpc(notification)).toMatchObject({ id: null, error: { code: -32600 } })
    expect(await rpc(call('ListTasks', { contextId }))).toMatchObject({ result: { totalSize: 0 } })
  })
})

describe('versions and extensions', () => {
  it.each(['', '0.3', '2.0'])('refuses A2A version %j', async (version) => {
    const { error } = await rpc(call('ListTasks'), { 'a2a-version': version })
    expect([error?.code, error?.data[0]?.reason]).toEqual([-32009, 'VERSION_NOT_SUPPORTED'])
  })

  it('activates the marketplace extension by header', async () => {
    const response = await post(call('ListTasks'), { 'a2a-extensions': marketplaceExtension })
    expect(response.headers.get('a2a-extensions')).toBe(marketplaceExtension)
  })
})

describe('errors', () => {
  it.each([
    ['a task of other agents', () => call('GetTask', { id: 'task_unknown' }), -32001, 'TASK_NOT_FOUND'],
    ['a missing id', () => call('GetTask'), -32602, 'INVALID_PARAMS'],
    ['an id that is not a string', () => call('GetTask', { id: {} }), -32602, 'INVALID_PARAMS'],
    ['a message without parts', () => call('SendMessage', hello({ parts: [] })), -32602, 'INVALID_PARAMS'],
    ['another tenant', () => call('ListTasks', { tenant: 'another' }), -32602, 'INVALID_PARAMS'],
  ])('name %s', async (_what, body, code, reason) => {
    const { error } = await rpc(body())
    expect([error?.code, error?.data[0]?.reason]).toEqual([code, reason])
  })

  it('keep the HTTP status of refused tokens', async () => {
    const response = await post(call('ListTasks'), { authorization: 'Bearer made-up' })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('Bearer realm="souk", error="invalid_token"'),
    ])
    expect(await response.json()).toMatchObject({ id: 1, error: { data: [{ reason: 'UNAUTHENTICATED' }] } })
  })

  it('name a media type that is not JSON', async () => {
    const response = await post('text', { 'content-type': 'text/plain' })
    expect([response.status, await response.json()]).toMatchObject([415, { error: { code: -32005 } }])
  })

  it('respond 404 for an agent that does not exist', async () => {
    const { error } = await (
      await callA2a(server, { agent: { ...provider.agent, name: 'unknown-agent' } }, '', client, {
        method: 'POST',
        body: call('SendMessage', hello()),
      })
    ).json()
    expect(error).toMatchObject({ code: -32602, data: [{ reason: 'NOT_FOUND' }] })
  })
})

describe('the name in the address', () => {
  it.each(['%00', 'a%00b', '%ED%A0%80', '%EF%BF%BF', '..%2f..', 'x'.repeat(300)])(
    'can be %s',
    async (name) => {
      for (const base of ['v1', 'v0.3']) {
        const response = await fetch(`${server.origin}/api/a2a/${base}/agents/${name}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'a2a-version': '1.0',
            authorization: `Bearer ${client.key.as ?? ''}`,
          },
          body: JSON.stringify(
            base === 'v1' ? call('CancelTask', { id: 'x' }) : call('tasks/cancel', { id: 'x' }),
          ),
        })
        expect(response.status).toBeLessThan(500)
        expect(JSON.stringify(await response.json())).not.toContain('-32603')
      }
      const card = `${server.origin}/api/a2a/v0.3/agents/${name}/.well-known/agent.json`
      expect((await fetch(card)).status).toBeLessThan(500)
    },
  )
})

describe('hostile parameters', () => {
  const names = [...Object.keys(methodsV1), ...Object.keys(methodsV03)]
  const deep = JSON.parse('{"a":'.repeat(20) + '1' + '}'.repeat(20))
  const values = [
    null,
    0,
    -1,
    1e21,
    true,
    '',
    'x'.repeat(3000),
    [],
    [null],
    {},
    deep,
    'task_\ufffd',
    '../x',
    '%00',
  ]
  const fields = [
    'id',
    'taskId',
    'configId',
    'message',
    'configuration',
    'metadata',
    'pushNotificationConfig',
    'url',
    'pageToken',
    'historyLength',
    'tenant',
  ]

  it.each(names)('never fail the server: %s', async (method) => {
    for (const field of fields) {
      for (const value of values) {
        const { error } = await rpcEvenAsStream(call(method, { [field]: value }))
        if (error !== undefined) expect([error.code, field, value]).not.toContain(-32603)
      }
    }
    for (const parts of [
      null,
      5,
      [],
      [null],
      [5],
      [{ kind: 'file' }],
      [{ kind: 'file', file: 5 }],
      [{ kind: 'data' }],
    ]) {
      const { error } = await rpcEvenAsStream(call(method, { ...hello(), message: { parts } }))
      if (error !== undefined) expect(error.code).not.toBe(-32603)
    }
  })
})

/** The response, or the first event of a stream. */
async function rpcEvenAsStream(body: object): Promise<RpcResponse> {
  const response = await post(body)
  if (response.headers.get('content-type')?.includes('event-stream') !== true) return response.json()
  const frames = readFrames(response)
  const { value } = await frames.next()
  await frames.return(undefined)
  return value?.data ?? fail('no frame')
}

describe('ProtoJSON', () => {
  it('reads null, numbers as strings and original names, as over HTTP+JSON', async () => {
    const { message, configuration } = hello({ task_id: null, metadata: null })
    const params = { message, configuration: { ...configuration, history_length: '0', tenant: null } }
    const { result } = await rpc(call('SendMessage', params))
    expect(result?.task?.history).toBeUndefined()
    const sent = await callA2a(server, provider, '/message:send', client, { method: 'POST', body: params })
    expect([sent.status, await sent.json()]).toMatchObject([200, { task: { id: expect.any(String) } }])
    const listed = await rpc(
      call('ListTasks', { page_size: '1', page_token: null, context_id: result?.task?.contextId }),
    )
    expect(listed.result).toMatchObject({ pageSize: 1, totalSize: 1 })
  })

  it('reads the original name of a task id in the address of a push configuration', async () => {
    const task_id = (await send()).id
    const id = 'by-original-name'
    const url = 'https://receiver.example.com/push'
    const run = async (method: string, params: object) =>
      (await rpc(call(`${method}TaskPushNotificationConfig`, { task_id, ...params }))).result
    const config = { taskId: task_id, id, url }
    expect(await run('Create', { id, url })).toMatchObject(config)
    expect(await run('Get', { id })).toMatchObject(config)
    const { result } = await rpc(call('ListTaskPushNotificationConfigs', { task_id }))
    expect(result).toMatchObject({ configs: [config] })
    expect(await run('Delete', { id })).toEqual({})
  })
})

describe('Idempotency-Key', () => {
  it('replays the result of a repeated call', async () => {
    const [key, body] = [randomUUID(), call('SendMessage', hello())]
    const first = await post(body, { 'idempotency-key': key })
    const second = await post({ ...body, id: 'again' }, { 'idempotency-key': key })
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const [{ result }, repeated] = [await first.json(), await second.json()]
    expect(repeated).toEqual({ jsonrpc: '2.0', id: 'again', result })
  })

  it('refuses another call with the same key', async () => {
    const key = randomUUID()
    await rpc(call('SendMessage', hello()), { 'idempotency-key': key })
    const { error } = await rpc(call('SendMessage', hello()), { 'idempotency-key': key })
    expect(error?.data[0]?.reason).toBe('UNPROCESSABLE')
  })
})

describe('streams', () => {
  it('send whole responses with the id of the request, and resume after Last-Event-ID', async () => {
    const response = await post(call('SendStreamingMessage', hello(), 'stream-1'))
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const frames = readFrames(response)
    const first = (await frames.next()).value ?? fail('no frame')
    const task = first.data.result?.task ?? fail('no task')
    await setTaskState(server.souk, provider, task.id, { state: 'working' })
    await setTaskState(server.souk, provider, task.id, { state: 'failed' })
    const rest: RpcFrame[] = []
    for await (const frame of frames) rest.push(frame)
    expect(rest.map(({ data }) => [data.jsonrpc, data.id])).toEqual([
      ['2.0', 'stream-1'],
      ['2.0', 'stream-1'],
    ])
    expect(rest.map(({ data }) => Object.keys(data.result ?? {}))).toEqual([
      ['statusUpdate'],
      ['statusUpdate'],
    ])
    const resumed = await post(call('SubscribeToTask', { id: task.id }), { 'last-event-id': first.id })
    const again: RpcFrame[] = []
    for await (const frame of readFrames(resumed)) again.push(frame)
    expect(again.map(({ data: { result } }) => result)).toEqual(rest.map(({ data: { result } }) => result))
  })

  it('keep line separators of Unicode within the text', async () => {
    const messageText = 'one\u2028two\u2029three'
    const response = await post(call('SendStreamingMessage', hello({ parts: text(messageText) })))
    const frames = readFrames(response)
    const { data } = (await frames.next()).value ?? fail('no frame')
    expect(data.result?.task?.history?.[0]?.parts).toMatchObject([{ text: messageText }])
    await rpc(call('CancelTask', { id: data.result?.task?.id }))
  })

  it('refuse a subscription with an ordinary response', async () => {
    const { id } = await send()
    await rpc(call('CancelTask', { id }))
    const response = await post(call('SubscribeToTask', { id }))
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32004 } })
  })
})

interface RpcFrame {
  readonly id: string
  readonly data: RpcResponse
}

async function* readFrames(response: Response): AsyncGenerator<RpcFrame, undefined> {
  const decoder = new TextDecoder()
  let received = ''
  for await (const bytes of response.body ?? fail('no body')) {
    received += decoder.decode(bytes, { stream: true })
    for (let end = received.indexOf('\n\n'); end >= 0; end = received.indexOf('\n\n')) {
      const block = received.slice(0, end)
      received = received.slice(end + 2)
      const data = /(?:^|\n)data: ([^\n]*)/.exec(block)?.[1]
      if (data !== undefined) yield { id: /^id: (.*)$/m.exec(block)?.[1] ?? '', data: JSON.parse(data) }
    }
  }
  return undefined
}
