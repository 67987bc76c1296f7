import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { frame } from '../../src/http/bindings/grpc/framing.ts'
import { decode } from '../../src/http/bindings/grpc/protobuf/decode.ts'
import { encode } from '../../src/http/bindings/grpc/protobuf/encode.ts'
import { messages } from '../../src/http/bindings/grpc/schema/a2a.ts'
import { HealthCheckRequest, HealthCheckResponse } from '../../src/http/bindings/grpc/schema/health.ts'
import {
  ServerReflectionRequest,
  ServerReflectionResponse,
} from '../../src/http/bindings/grpc/schema/reflection.ts'
import { pollAsProvider, startA2aServer, type A2aServer } from '../fixtures/a2a/a2a-server.ts'
import { methodOf, openGrpc, pathOf, readResult, type GrpcClient } from '../fixtures/a2a/grpc-call.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

const codes = {
  ok: 0,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  resourceExhausted: 8,
  unimplemented: 12,
  unavailable: 14,
  unauthenticated: 16,
} as const

let server: A2aServer
let client: TestAgent
let provider: TestAgent
let stranger: TestAgent
let grpc: GrpcClient
beforeAll(async () => {
  server = await startA2aServer()
  client = await createTestAgent(server.souk)
  provider = await createTestAgent(server.souk)
  stranger = await createTestAgent(server.souk)
  grpc = openGrpc(server.origin, as(client))
})
afterAll(async () => {
  grpc.close()
  await server.stop()
})
afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

const as = ({ key }: TestAgent) => ({ authorization: `Bearer ${key.as ?? ''}` })
const say = (fields: object = {}, configuration: object = { returnImmediately: true }) => ({
  message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hello' }], ...fields },
  configuration,
})

async function request(): Promise<string> {
  const { results } = await grpc.call('SendMessage', { tenant: provider.agent.name, ...say() })
  return String(Object(results[0]?.['task']).id)
}

describe('tenant', () => {
  it('names the agent by handle or id', async () => {
    for (const tenant of [provider.agent.name, provider.agent.id]) {
      expect((await grpc.call('SendMessage', { tenant, ...say() })).code).toBe(codes.ok)
    }
  })

  it('can be omitted by calls that name a task', async () => {
    const id = await request()
    expect((await grpc.call('GetTask', { id })).results[0]).toMatchObject({ id })
    expect((await grpc.call('SendMessage', say({ taskId: id }))).code).toBe(codes.ok)
    expect((await grpc.call('CancelTask', { id })).code).toBe(codes.ok)
  })

  it('is required by calls that name no task', async () => {
    const { code, message } = await grpc.call('SendMessage', say())
    expect([code, message]).toEqual([codes.invalidArgument, expect.stringContaining('"tenant"')])
    expect((await grpc.call('ListTasks', {})).code).toBe(codes.invalidArgument)
  })

  it('is refused if it names no agent', async () => {
    const { code, reason } = await grpc.call('SendMessage', { tenant: 'unheard-of', ...say() })
    expect([code, reason]).toEqual([codes.notFound, 'NOT_FOUND'])
  })

  it('reveals no task to strangers, with or without it', async () => {
    const id = await request()
    for (const tenant of ['', provider.agent.name]) {
      const seen = await grpc.call('GetTask', { id, tenant }, as(stranger))
      const unknown = await grpc.call('GetTask', { id: 'task_unheard-of', tenant }, as(stranger))
      expect([seen.code, seen.reason]).toEqual([codes.notFound, 'TASK_NOT_FOUND'])
      expect([unknown.code, unknown.reason, unknown.message]).toEqual([seen.code, seen.reason, seen.message])
    }
    const anonymous = [id, 'task_unheard-of'].map((task) =>
      grpc.call('GetTask', { id: task }, { authorization: 'Bearer made-up' }),
    )
    expect((await Promise.all(anonymous)).map(({ code }) => code)).toEqual([
      codes.unauthenticated,
      codes.unauthenticated,
    ])
  })
})

describe('metadata', () => {
  it('carries version, extensions, request id and rate limits', async () => {
    const extension = 'urn:souk:marketplace:v1'
    const { metadata } = await grpc.call('GetTask', { id: await request() }, { 'a2a-extensions': extension })
    expect(metadata).toMatchObject({
      'content-type': 'application/grpc+proto',
      'a2a-extensions': extension,
      'x-request-id': expect.stringMatching(/^req_/),
      ratelimit: expect.any(String),
    })
    const { code, reason } = await grpc.call('GetTask', { id: 'any' }, { 'a2a-version': '2.0' })
    expect([code, reason]).toEqual([codes.unimplemented, 'VERSION_NOT_SUPPORTED'])
  })

  it('replays the result of a repeated idempotency key', async () => {
    const params = { tenant: provider.agent.name, ...say() }
    const first = await grpc.call('SendMessage', params, { 'idempotency-key': 'once' })
    const again = await grpc.call('SendMessage', params, { 'idempotency-key': 'once' })
    expect(again.results).toEqual(first.results)
    expect(again.metadata).toMatchObject({ 'idempotent-replayed': 'true' })
  })
})

describe('bad input', () => {
  const message = (params: object) => encode(methodOf('SendMessage').request, params)
  const sendBytes = (body: Buffer, headers?: Record<string, unknown>) =>
    grpc.send(pathOf('SendMessage'), body, headers)

  it.each(['/lf.a2a.v1.A2AService/Unknown', '/other.Service/Method', '/', '/a%ZZ'])(
    'is UNIMPLEMENTED for the unknown method %s',
    async (path) => {
      const { code } = await grpc.send(path, frame(message(say())))
      expect([codes.unimplemented, codes.invalidArgument]).toContain(code)
    },
  )

  it('is refused with its status', async () => {
    const whole = frame(message({ tenant: provider.agent.name, ...say() }))
    const large = Buffer.from([0, 0x7f, 0xff, 0xff, 0xff])
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const compressed = (content: Buffer) => {
      const framed = frame(content)
      framed[0] = 1
      return framed
    }
    const outcomes = await Promise.all([
      sendBytes(Buffer.alloc(0)),
      sendBytes(Buffer.concat([whole, whole])),
      sendBytes(whole.subarray(0, 12)),
      sendBytes(Buffer.from([9, 0, 0, 0, 0])),
      sendBytes(frame(Buffer.from([0xff, 0xff, 0xff, 0xff]))),
      sendBytes(large),
      sendBytes(compressed(bomb), { 'grpc-encoding': 'gzip' }),
      sendBytes(compressed(Buffer.from('not gzip')), { 'grpc-encoding': 'gzip' }),
      sendBytes(compressed(gzipSync(message(say()))), { 'grpc-encoding': 'br' }),
      sendBytes(whole, { 'grpc-timeout': 'soon' }),
      sendBytes(whole, { 'grpc-timeout': '1n' }),
    ])
    expect(outcomes.map(({ code }) => code)).toEqual([
      codes.unimplemented,
      codes.unimplemented,
      codes.invalidArgument,
      codes.invalidArgument,
      codes.invalidArgument,
      codes.resourceExhausted,
      codes.resourceExhausted,
      codes.invalidArgument,
      codes.unimplemented,
      codes.invalidArgument,
      codes.deadlineExceeded,
    ])
  })

  it('accepts a compressed message', async () => {
    const framed = frame(gzipSync(message({ tenant: provider.agent.name, ...say() })))
    framed[0] = 1
    expect((await sendBytes(framed, { 'grpc-encoding': 'gzip' })).code).toBe(codes.ok)
  })

  it('is INVALID_ARGUMENT for deep, wide and unstorable values', async () => {
    let deep: unknown = 1
    for (let level = 0; level < 200; level++) deep = { deep }
    const wide = Array.from({ length: 60_000 }, () => 1)
    for (const data of [deep, wide, 'a\u0000b', { ['__proto__']: 1 }, JSON.parse('{"__proto__":1}')]) {
      const { code } = await grpc.call('SendMessage', {
        tenant: provider.agent.name,
        ...say({ parts: [{ data }] }),
      })
      expect([codes.invalidArgument, codes.resourceExhausted]).toContain(code)
    }
  })

  it('returns HTTP status 415 for another content type', async () => {
    const { httpStatus } = await sendBytes(Buffer.from('{}'), { 'content-type': 'application/json' })
    expect(httpStatus).toBe(415)
  })

  it('leaves a half-open request without effect', async () => {
    const half = grpc.open(pathOf('SendMessage'))
    half.write(frame(message({ tenant: provider.agent.name, ...say() })).subarray(0, 9))
    half.close()
    expect((await readResult(half)).code).toBeUndefined()
    expect((await grpc.call('GetTask', { id: await request() })).code).toBe(codes.ok)
  })
})

describe('deadlines', () => {
  it('end a wait for a reply before they pass', async () => {
    await pollAsProvider(server.souk, provider)
    const params = { tenant: provider.agent.name, ...say({}, {}) }
    const { code, results } = await grpc.call('SendMessage', params, { 'grpc-timeout': '2S' })
    expect([code, Object(results[0]?.['task']).status?.state]).toEqual([codes.ok, 'TASK_STATE_SUBMITTED'])
  })

  it('end a stream', async () => {
    const { code, messages: received } = await grpc.send(
      pathOf('SubscribeToTask'),
      frame(encode(messages.SubscribeToTaskRequest, { id: await request() })),
      { 'grpc-timeout': '500m' },
    )
    expect([code, received.length]).toEqual([codes.deadlineExceeded, 1])
  })
})

describe('streams', () => {
  const subscribe = (id: string, by = client) => {
    const stream = grpc.open(pathOf('SubscribeToTask'), as(by))
    stream.end(frame(encode(messages.SubscribeToTaskRequest, { id })))
    return stream
  }
  const openStreams = () => server.souk.context.metrics.registry.getSingleMetricAsString('souk_streams_open')

  it('end with OK when the task ends', async () => {
    const id = await request()
    const ended = readResult(subscribe(id))
    await delay(200)
    await grpc.call('CancelTask', { id })
    const { code, messages: received } = await ended
    expect(code).toBe(codes.ok)
    expect(received.map((message) => Object.keys(decode(messages.StreamResponse, message)))).toEqual([
      ['task'],
      ['statusUpdate'],
    ])
  })

  it('are freed when the client cancels', async () => {
    const stream = subscribe(await request())
    await once(stream, 'response')
    expect(await openStreams()).toContain('souk_streams_open 1')
    stream.close()
    await vi.waitFor(async () => expect(await openStreams()).toContain('souk_streams_open 0'))
  })

  it('end with UNAUTHENTICATED within two seconds after the key is revoked', async () => {
    const other = await createTestAgent(server.souk)
    const { results } = await grpc.call('SendMessage', { tenant: provider.agent.name, ...say() }, as(other))
    const stream = subscribe(String(Object(results[0]?.['task']).id), other)
    const ended = readResult(stream)
    await once(stream, 'response')
    await delay(300)
    const keys = await server.souk.call('listKeys', { agentId: other.agent.id }, other.asPerson)
    for (const { kid } of keys.data.items) {
      await server.souk.call('deactivateKey', { agentId: other.agent.id, kid }, other.asPerson)
    }
    expect((await ended).code).toBe(codes.unauthenticated)
  })
})

describe('services besides A2A', () => {
  it('report health', async () => {
    const check = (service: string) =>
      grpc.send('/grpc.health.v1.Health/Check', frame(encode(HealthCheckRequest, { service })))
    for (const service of ['', 'lf.a2a.v1.A2AService']) {
      const { code, messages: received } = await check(service)
      expect([code, decode(HealthCheckResponse, received[0] ?? Buffer.alloc(0))]).toEqual([
        codes.ok,
        { status: 'SERVING' },
      ])
    }
    expect((await check('unknown')).code).toBe(codes.notFound)
  })

  it('describe the service', async () => {
    const ask = (question: object) => frame(encode(ServerReflectionRequest, question))
    const questions = [
      ask({ listServices: '' }),
      ask({ fileContainingSymbol: 'lf.a2a.v1.A2AService' }),
      ask({ fileByFilename: 'google/protobuf/struct.proto' }),
      ask({ fileByFilename: 'unknown.proto' }),
    ]
    const { code, messages: received } = await grpc.send(
      '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
      Buffer.concat(questions),
    )
    const answers = received.map((message) => decode(ServerReflectionResponse, message))
    expect([code, answers]).toMatchObject([
      codes.ok,
      [
        { listServicesResponse: { service: expect.arrayContaining([{ name: 'lf.a2a.v1.A2AService' }]) } },
        { fileDescriptorResponse: { fileDescriptorProto: [expect.any(String)] } },
        { fileDescriptorResponse: { fileDescriptorProto: [expect.any(String)] } },
        { errorResponse: { errorCode: codes.notFound } },
      ],
    ])
  })
})
