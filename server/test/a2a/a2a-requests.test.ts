/** Requests as real clients send them: every spelling, unknown fields and empty bodies. */
import { createConnection } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { marketplaceExtension, type Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { faultsIn } from '../fixtures/a2a/a2a-shapes.ts'
import {
  callA2a,
  openStream,
  startA2aServer,
  setTaskState,
  type RequestOptions,
  type A2aServer,
} from '../fixtures/a2a/a2a-server.ts'
import { fail } from '../fixtures/fail.ts'
import { text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
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

const call = (path: string, options: RequestOptions = {}) => callA2a(server, provider, path, client, options)
const hello = { message: { parts: text('Hello') } }
const send = (body: unknown, headers: Record<string, string> = {}) =>
  call('/message:send', { method: 'POST', body, headers })
const taskIn = async (response: Promise<Response>): Promise<Task> => {
  const body: { task?: Task } = await (await response).json()
  return body.task ?? fail(`no task in ${JSON.stringify(body)}`)
}
const createTask = () => taskIn(send(hello))
const statusOf = async (response: Promise<Response>) => (await response).status

interface Refusal {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly error: { code: number; status: string; message: string; details: Record<string, unknown>[] }
}
const refusalOf = async (response: Promise<Response>) => {
  const { status: code, headers } = await response
  const body: Refusal = await (await response).json()
  return { code, body, headers, reason: body.error.details[0]?.['reason'] }
}

describe('the role of a message', () => {
  it.each([['user'], ['USER'], ['ROLE_USER'], ['role_user'], [1], ['ROLE_UNSPECIFIED'], [0], [undefined]])(
    'may be %s',
    async (role) => {
      const task = await taskIn(send({ message: { role, parts: text('Hello') } }))
      expect(task.history?.map((message) => message.role)).toEqual(['ROLE_USER'])
    },
  )

  it.each([['agent'], ['ROLE_AGENT'], [2], ['robot'], [3], [-1]])('may not be %s', async (role) => {
    const { code, reason } = await refusalOf(send({ message: { role, parts: text('Hello') } }))
    expect([code, reason]).toEqual([400, 'INVALID_PARAMS'])
  })
})

describe('unknown fields', () => {
  const unknownFields = { unheardOf: { of: ['any', 'kind'] } }

  it('are ignored at every level of a message', async () => {
    const task = await taskIn(
      send({
        ...unknownFields,
        metadata: { ...unknownFields },
        tenant: provider.agent.name,
        message: {
          ...unknownFields,
          parts: [{ text: 'Hello', ...unknownFields }],
          metadata: { ...marketMetadata({}), ...unknownFields },
        },
        configuration: {
          ...unknownFields,
          acceptedOutputModes: ['text/plain'],
          taskPushNotificationConfig: {
            ...unknownFields,
            url: 'https://hooks.example.com/a2a',
            authentication: { scheme: 'Bearer', ...unknownFields },
          },
        },
      }),
    )
    expect(task.history?.[0]?.metadata).toEqual({ ...marketMetadata({}), ...unknownFields })
    expect(faultsIn('Task', task)).toEqual([])
  })

  it('are ignored in actions, artifacts, configs and queries', async () => {
    const { id } = await createTask()
    const post = (path: string, body: object, as = provider) =>
      statusOf(callA2a(server, provider, path, as, { method: 'POST', body: { ...unknownFields, ...body } }))
    expect(await statusOf(call(`/tasks/${id}?unheardOf=1`))).toBe(200)
    expect(await statusOf(call('/tasks?unheardOf=1'))).toBe(200)
    const config = { url: 'https://hooks.example.com/a2a', taskId: 'whatever' }
    expect(await post(`/tasks/${id}/pushNotificationConfigs`, config, client)).toBe(200)
    const artifact = { ...unknownFields, parts: [{ text: 'Dear', ...unknownFields }] }
    expect(await post(`/tasks/${id}/artifacts`, { artifact })).toBe(200)
    expect(await post(`/tasks/${id}:deliver`, { message: { ...unknownFields, parts: text('Done') } })).toBe(
      200,
    )
    expect(await post(`/tasks/${(await createTask()).id}:cancel`, { id: 'whatever' }, client)).toBe(200)
  })
})

describe('an empty body', () => {
  const json = { 'content-type': 'application/json' }

  it.each([json, {}, { 'content-type': 'application/a2a+json' }])(
    'is accepted with the headers %j',
    async (headers) => {
      const { id } = await createTask()
      const stream = await openStream(server, provider, `/tasks/${id}:subscribe`, client, { headers })
      expect((await stream.next())?.data.task?.id).toBe(id)
      stream.disconnect()
      expect(await statusOf(call(`/tasks/${id}`, { headers }))).toBe(200)
      expect(await statusOf(call('/tasks', { headers }))).toBe(200)
      const config = `/tasks/${id}/pushNotificationConfigs/none`
      expect(await statusOf(call(config, { method: 'DELETE', headers }))).toBe(200)
      expect(await statusOf(call(`/tasks/${id}:cancel`, { method: 'POST', headers }))).toBe(200)
    },
  )

  it('is refused as a message', async () => {
    const { code, reason } = await refusalOf(call('/message:send', { method: 'POST', headers: json }))
    expect([code, reason]).toEqual([400, 'INVALID_PARAMS'])
  })
})

describe('content types', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/a2a+json',
    'Application/A2A+JSON; v=1',
  ])('accepts %s', async (type) => {
    expect(await statusOf(send(hello, { 'content-type': type }))).toBe(200)
  })

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/octet-stream'])(
    'refuses %s',
    async (type) => {
      const { code, reason, headers } = await refusalOf(send(hello, { 'content-type': type }))
      expect([code, reason]).toEqual([415, 'CONTENT_TYPE_NOT_SUPPORTED'])
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    },
  )

  it.each([
    [{}, 'application/json'],
    [{ accept: '*/*' }, 'application/json'],
    [{ accept: 'application/json' }, 'application/json'],
    [{ accept: 'application/a2a+json, application/json' }, 'application/json'],
    [{ accept: 'application/a2a+json' }, 'application/a2a+json'],
    [{ accept: 'application/a2a+json;q=1, text/html' }, 'application/a2a+json'],
    [{ accept: '*/*', 'content-type': 'application/a2a+json' }, 'application/a2a+json'],
    [{ accept: 'text/html' }, 'application/json'],
  ])('responds to %j with %s', async (headers, type) => {
    const { headers: answered } = await send(hello, headers)
    expect(answered.get('content-type')).toBe(`${type}; charset=utf-8`)
    const refused = await call('/tasks/unknown', { headers })
    expect([refused.status, refused.headers.get('content-type')]).toEqual([404, `${type}; charset=utf-8`])
  })

  it('accepts only the agent of the path as tenant', async () => {
    expect(await statusOf(send({ ...hello, tenant: provider.agent.name }))).toBe(200)
    const { code, reason } = await refusalOf(send({ ...hello, tenant: client.agent.name }))
    expect([code, reason]).toEqual([400, 'INVALID_PARAMS'])
  })
})

describe('the version', () => {
  it.each([
    ['in the header', '', { 'a2a-version': '1.0' }],
    ['with a patch number', '', { 'a2a-version': '1.0.7' }],
    ['in the query', '?A2A-Version=1.0', { 'a2a-version': '' }],
  ])('is read %s', async (_name, query, headers) => {
    expect(await statusOf(call(`/tasks${query}`, { headers }))).toBe(200)
  })

  it.each(['', '0.3', '1.1', '2.0', '99.0', '1', 'newest'])(
    'is refused as "%s" with a hint',
    async (sent) => {
      const { code, reason, body } = await refusalOf(call('/tasks', { headers: { 'a2a-version': sent } }))
      expect([code, reason]).toEqual([400, 'VERSION_NOT_SUPPORTED'])
      expect(body.detail).toContain('Send the header "A2A-Version: 1.0".')
    },
  )

  it('is not required for a card', async () => {
    const card = await fetch(
      `${server.origin}/api/a2a/v1/agents/${provider.agent.name}/.well-known/agent-card.json`,
    )
    expect(card.status).toBe(200)
  })
})

describe('extensions', () => {
  it.each([
    ['https://example.com/unheard-of', null],
    [',,;', null],
    [marketplaceExtension, marketplaceExtension],
    [`https://example.com/unheard-of, ${marketplaceExtension}`, marketplaceExtension],
  ])('requested as "%s" are confirmed as %s', async (requested, answered) => {
    const response = await send(hello, { 'a2a-extensions': requested })
    expect([response.status, response.headers.get('a2a-extensions')]).toEqual([200, answered])
  })
})

describe('addresses', () => {
  it('may encode the colon of a verb as %3A', async () => {
    const { id } = await taskIn(call('/message%3Asend', { method: 'POST', body: hello }))
    expect(await statusOf(call(`/tasks/${id}%3acancel`, { method: 'POST' }))).toBe(200)
  })

  it('may end with a slash', async () => {
    const { id } = await createTask()
    const configs = await call(`/tasks/${id}/pushNotificationConfigs/`)
    expect([configs.status, await configs.json()]).toEqual([200, { configs: [], nextPageToken: '' }])
  })

  it('refuses an unknown task with the same error for every form of id', async () => {
    const other = await createTestAgent(server.souk)
    const foreign = await createTask()
    const responses = await Promise.all(
      [
        `/tasks/${foreign.id}`,
        '/tasks/tck-nonexistent',
        '/tasks/00000000-0000-0000-0000-000000000000',
        '/tasks/ü%20',
      ].map((path) => refusalOf(callA2a(server, provider, path, other))),
    )
    expect(responses.map(({ code, reason }) => [code, reason])).toEqual(
      responses.map(() => [404, 'TASK_NOT_FOUND']),
    )
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  it('answers a route that does not exist with an A2A error', async () => {
    const { code, body } = await refusalOf(call('/tasks/one/two/three', { method: 'POST', body: {} }))
    expect([code, body.status, body.error.code]).toEqual([404, 404, 404])
  })
})

describe('refusals', () => {
  const ended = async () => {
    const { id } = await createTask()
    await setTaskState(server.souk, provider, id, { state: 'completed' })
    return id
  }

  it.each([
    ['a missing task', () => call('/tasks/none'), 404, 'NOT_FOUND', 'TASK_NOT_FOUND'],
    [
      'a missing config',
      async () => call(`/tasks/${(await createTask()).id}/pushNotificationConfigs/none`),
      404,
      'NOT_FOUND',
      'TASK_NOT_FOUND',
    ],
    [
      'a task that has ended',
      async () => call(`/tasks/${await ended()}:cancel`, { method: 'POST' }),
      400,
      'FAILED_PRECONDITION',
      'TASK_NOT_CANCELABLE',
    ],
    [
      'a message to an ended task',
      async () => send({ message: { ...hello.message, taskId: await ended() } }),
      400,
      'FAILED_PRECONDITION',
      'UNSUPPORTED_OPERATION',
    ],
    [
      'a part with an unsupported media type',
      () => send({ message: { parts: [{ text: 'a', mediaType: 'image/png' }] } }),
      400,
      'INVALID_ARGUMENT',
      'CONTENT_TYPE_NOT_SUPPORTED',
    ],
    ['a body that is not JSON', () => send('{'), 400, 'INVALID_ARGUMENT', 'INVALID_PARAMS'],
    ['a body that is not an object', () => send('[]'), 400, 'INVALID_ARGUMENT', 'INVALID_PARAMS'],
    [
      'a message without parts',
      () => send({ message: { role: 'user' } }),
      400,
      'INVALID_ARGUMENT',
      'INVALID_PARAMS',
    ],
    [
      'an action of the other party',
      async () =>
        call(`/tasks/${(await createTask()).id}:deliver`, {
          method: 'POST',
          body: { message: hello.message },
        }),
      403,
      'PERMISSION_DENIED',
      'PERMISSION_DENIED',
    ],
    [
      'a missing token',
      () => call('/tasks', { headers: { authorization: '' } }),
      401,
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
    ],
    [
      'a wrong token',
      () => call('/tasks', { headers: { authorization: 'Bearer made-up' } }),
      401,
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
    ],
  ] as const)(
    'for %s are both a problem and a google.rpc.Status',
    async (_name, makeRequest, code, rpc, reason) => {
      const { code: answered, body, headers } = await refusalOf(makeRequest())
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(body).toMatchObject({
        type: expect.stringMatching(new RegExp(`^${server.origin}/api/problems/[a-z-]+$`)),
        title: expect.any(String),
        status: code,
        detail: expect.any(String),
        error: { code, status: rpc, message: expect.any(String) },
      })
      const [info] = body.error.details
      expect(info).toMatchObject({
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason,
        domain: 'a2a-protocol.org',
      })
      expect(Object.values(Object(info?.['metadata'])).every((value) => typeof value === 'string')).toBe(true)
      expect(body.error.details.every((detail) => typeof detail['@type'] === 'string')).toBe(true)
      expect(answered).toBe(code)
      expect(headers.get('www-authenticate')?.startsWith('Bearer') ?? false).toBe(code === 401)
    },
  )
})

describe('an unsupported protocol upgrade', () => {
  it('is treated as an ordinary request', async () => {
    const socket = createConnection(Number(new URL(server.origin).port), '127.0.0.1')
    socket.write(
      [
        `GET /api/a2a/v1/agents/${provider.agent.name}/.well-known/agent-card.json HTTP/1.1`,
        'Host: 127.0.0.1',
        'Connection: Upgrade, HTTP2-Settings, close',
        'Upgrade: h2c',
        'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
        '',
        '',
      ].join('\r\n'),
    )
    expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })
})
