import { once } from 'node:events'
import { constants } from 'node:http2'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { frame } from '../../src/http/bindings/grpc/framing.ts'
import { decode } from '../../src/http/bindings/grpc/protobuf/decode.ts'
import { encode } from '../../src/http/bindings/grpc/protobuf/encode.ts'
import { HealthCheckRequest, HealthCheckResponse } from '../../src/http/bindings/grpc/schema/health.ts'
import { ServerReflectionRequest } from '../../src/http/bindings/grpc/schema/reflection.ts'
import { startA2aServer, type A2aServer } from '../fixtures/a2a/a2a-server.ts'
import { methodOf, openGrpc, pathOf, readResult, type GrpcClient } from '../fixtures/a2a/grpc-call.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

const codes = {
  ok: 0,
  invalidArgument: 3,
  deadlineExceeded: 4,
  resourceExhausted: 8,
  unavailable: 14,
  unauthenticated: 16,
}

let server: A2aServer
let client: TestAgent
let provider: TestAgent
let grpc: GrpcClient
beforeAll(async () => {
  server = await startA2aServer()
  client = await createTestAgent(server.souk)
  provider = await createTestAgent(server.souk)
  grpc = openGrpc(server.origin, { authorization: `Bearer ${client.key.as ?? ''}` })
})
afterAll(async () => {
  grpc.close()
  await server.stop()
})
afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hello' }] }
const hello = () =>
  frame(
    encode(methodOf('SendMessage').request, {
      tenant: provider.agent.name,
      message,
      configuration: { returnImmediately: true },
    }),
  )

describe('a request that stays open', () => {
  it('is refused without waiting for its body if the token is invalid', async () => {
    const stream = grpc.open(pathOf('SendMessage'), { authorization: 'Bearer made-up' })
    expect((await readResult(stream)).code).toBe(codes.unauthenticated)
  })

  it('is closed after a malformed frame, with its status', async () => {
    const stream = grpc.open(pathOf('SendMessage'))
    stream.write(Buffer.from([9, 0, 0, 0, 0]))
    expect((await readResult(stream)).code).toBe(codes.invalidArgument)
  })

  it('is closed after an oversized frame, with its status', async () => {
    const stream = grpc.open(pathOf('SendMessage'))
    stream.write(Buffer.from([0, 0x7f, 0xff, 0xff, 0xff]))
    expect((await readResult(stream)).code).toBe(codes.resourceExhausted)
  })

  it('ends with its deadline, before the message is complete', async () => {
    const stream = grpc.open(pathOf('SendMessage'), { 'grpc-timeout': '200m' })
    stream.write(hello().subarray(0, 9))
    expect((await readResult(stream)).code).toBe(codes.deadlineExceeded)
  })

  it('has no effect after its deadline', async () => {
    const before = await countTasks()
    const stream = grpc.open(pathOf('SendMessage'), { 'grpc-timeout': '1n' })
    stream.end(hello())
    expect((await readResult(stream)).code).toBe(codes.deadlineExceeded)
    expect(await countTasks()).toBe(before)
  })

  it('is answered after the client has closed its half', async () => {
    const stream = grpc.open(pathOf('SendMessage'))
    const bytes = hello()
    stream.write(bytes.subarray(0, 3))
    await new Promise((resolve) => setTimeout(resolve, 20))
    stream.end(bytes.subarray(3))
    expect((await readResult(stream)).code).toBe(codes.ok)
  })
})

async function countTasks(): Promise<number> {
  const { results } = await grpc.call('ListTasks', { tenant: provider.agent.name })
  return Number(results[0]?.['totalSize'] ?? 0)
}

describe('framing', () => {
  it('joins a message that arrives in frames of one byte', async () => {
    const text = 'x'.repeat(3000)
    const body = frame(
      encode(methodOf('SendMessage').request, {
        tenant: provider.agent.name,
        message: { ...message, parts: [{ text }] },
        configuration: { returnImmediately: true },
      }),
    )
    const stream = grpc.open(pathOf('SendMessage'))
    const result = readResult(stream)
    for (const byte of body) stream.write(Buffer.from([byte]))
    stream.end()
    expect((await result).code).toBe(codes.ok)
  })
})

describe('reflection', () => {
  const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo'
  const openStreams = () => server.souk.context.metrics.registry.getSingleMetricAsString('souk_streams_open')

  it('takes a slot of the open streams, which ends with the connection', async () => {
    const other = openGrpc(server.origin)
    const stream = other.open(path)
    stream.write(frame(encode(ServerReflectionRequest, { listServices: '' })))
    await once(stream, 'response')
    expect(await openStreams()).toContain('souk_streams_open 1')
    other.close()
    await vi.waitFor(async () => expect(await openStreams()).toContain('souk_streams_open 0'), 4000)
  })

  it('reads no further requests while its responses are not read', async () => {
    const other = openGrpc(server.origin)
    const stream = other.open(path)
    stream.pause()
    // Each response repeats its request, so responses fill the window of the client long before all requests are read.
    const padding = 'x'.repeat(4000)
    const request = frame(encode(ServerReflectionRequest, { host: padding, listServices: '' }))
    for (let sent = 0; sent < requests; sent++) stream.write(request)
    await once(stream, 'readable')
    await settled(() => stream.writableLength)
    expect(stream.writableLength).toBeGreaterThan(0)
    stream.end()
    const result = await readResult(stream.resume())
    expect([result.code, result.messages.length]).toEqual([codes.ok, requests])
    other.close()
  })
})

/** Less than a minute's quota of an address. */
const requests = 100

/** Resolves when a value has stayed the same for a while. */
async function settled(read: () => number): Promise<void> {
  for (let before = NaN; before !== read();) {
    before = read()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

describe('a response that the client does not read', () => {
  afterEach(() => vi.useRealTimers())

  it('is dropped with its stream after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const slow = openGrpc(server.origin, { authorization: `Bearer ${client.key.as ?? ''}` })
    const large = { ...message, parts: [{ text: 'x'.repeat(500_000) }] }
    const stream = slow.open(pathOf('SendMessage'))
    stream.end(
      frame(
        encode(methodOf('SendMessage').request, {
          tenant: provider.agent.name,
          message: large,
          configuration: { returnImmediately: true },
        }),
      ),
    )
    stream.pause()
    await once(stream, 'response')
    vi.advanceTimersByTime(29_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(stream.closed).toBe(false)
    vi.advanceTimersByTime(3000)
    expect((await readResult(stream.resume())).code).toBeUndefined()
    slow.close()
  })
})

describe('outcomes', () => {
  it('are counted by the status of the same HTTP call and by the gRPC status', async () => {
    const { registry } = server.souk.context.metrics
    await grpc.call('GetTask', { id: 'task_unheard-of', tenant: provider.agent.name })
    await vi.waitFor(async () => {
      expect(await registry.getSingleMetricAsString('souk_http_requests_total')).toContain(
        'souk_http_requests_total{operation="getTask",status="404"} 1',
      )
    })
    expect(await registry.getSingleMetricAsString('souk_grpc_requests_total')).toContain(
      'souk_grpc_requests_total{operation="getTask",code="NOT_FOUND"} 1',
    )
  })

  const canceledCalls = (operation: string) =>
    server.souk.context.metrics.registry
      .getSingleMetricAsString('souk_grpc_requests_total')
      .then((text) => text.includes(`{operation="${operation}",code="CANCELLED"} 1`))

  it('reports CANCELLED when the connection closes within a message', async () => {
    const other = openGrpc(server.origin, { authorization: `Bearer ${client.key.as ?? ''}` })
    other.open(pathOf('ListTasks')).write(Buffer.from([0]))
    await new Promise((resolve) => setTimeout(resolve, 100))
    other.close()
    await vi.waitFor(async () => expect(await canceledCalls('listTasks')).toBe(true), 4000)
  })

  it('reports CANCELLED for a reset call', async () => {
    const stream = grpc.open('/grpc.health.v1.Health/Watch')
    stream.end(frame(encode(HealthCheckRequest, {})))
    await once(stream, 'data')
    stream.close(constants.NGHTTP2_CANCEL)
    await vi.waitFor(async () => expect(await canceledCalls('getReady')).toBe(true), 4000)
  })
})

describe('Health/Watch', () => {
  const watch = (by: GrpcClient, service: string) => {
    const stream = by.open('/grpc.health.v1.Health/Watch')
    stream.end(frame(encode(HealthCheckRequest, { service })))
    return stream
  }
  const statusIn = (chunk: unknown) =>
    decode(HealthCheckResponse, Buffer.from(Object(chunk)).subarray(5))['status']

  it('sends the status, and the one of an unknown service', async () => {
    for (const [service, status] of [
      ['', 'SERVING'],
      ['lf.a2a.v1.A2AService', 'SERVING'],
      ['unknown', 'SERVICE_UNKNOWN'],
    ] as const) {
      const stream = watch(grpc, service)
      const [chunk] = await once(stream, 'data')
      expect(statusIn(chunk)).toBe(status)
      stream.close(constants.NGHTTP2_CANCEL)
    }
  })

  it('reports NOT_SERVING and ends when the server stops', async () => {
    const other = await startA2aServer()
    const watching = openGrpc(other.origin)
    const stream = watch(watching, '')
    const chunks: unknown[] = []
    stream.on('data', (chunk) => chunks.push(statusIn(chunk)))
    await once(stream, 'data')
    const ended = readResult(stream)
    await other.stop()
    expect([(await ended).code, chunks]).toEqual([codes.unavailable, ['SERVING', 'NOT_SERVING']])
    watching.close()
  })
})
