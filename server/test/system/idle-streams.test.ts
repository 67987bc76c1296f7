import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepaliveMs } from '../../src/http/streams/sse-keepalive.ts'
import { jsonRpcCalls } from '../fixtures/a2a/json-rpc-calls.ts'
import { fail } from '../fixtures/fail.ts'
import {
  createScratch,
  joinThrough,
  startServer,
  type Scratch,
  type ServerProcess,
} from '../fixtures/processes/server-process.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import type { TestAgent } from '../fixtures/people/test-agents.ts'

/** Silence on the wire, measured at the socket of a client of a real server. Official clients give up after five seconds. */
const silenceMaxMs = 4000
/** Three keepalive intervals and the time that a busy machine needs. */
const observedMs = 10_500

let scratch: Scratch
let server: ServerProcess
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  scratch = await createScratch()
  server = await startServer('idle', scratch)
  client = await joinThrough(server)
  provider = await joinThrough(server)
  // The provider is live, so calls wait for its reply.
  await server.call('listTasks', { name: provider.agent.name }, provider.key)
})
afterAll(async () => {
  await server.stop()
  await scratch.drop()
})

interface Request {
  readonly method: string
  readonly url: string
  readonly body?: object
}

/** Times of arrival of bytes, the first of which is the time of the request. */
async function arrivals({ method, url, body }: Request): Promise<number[]> {
  const content = body === undefined ? '' : JSON.stringify(body)
  const socket = connect({ port: Number(new URL(server.origin).port), host: '127.0.0.1' })
  const times = [performance.now()]
  let received = ''
  socket.on('data', (bytes: Buffer) => {
    times.push(performance.now())
    received += bytes.toString('utf8')
  })
  socket.write(
    [
      `${method} ${url} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Authorization: Bearer ${client.key.as ?? fail('no key')}`,
      'A2A-Version: 1.0',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(content)}`,
      '',
      content,
    ].join('\r\n'),
  )
  await sleep(observedMs)
  socket.destroy()
  expect(received).toMatch(/^HTTP\/1\.1 200 /)
  return [...times, performance.now()]
}

async function hire(): Promise<string> {
  const input = {
    name: provider.agent.name,
    message: { parts: text('Hello') },
    configuration: { returnImmediately: true },
  }
  return (await server.call('sendMessage', input, client.key)).data.task?.id ?? fail('no task')
}

const inHttp: Readonly<Record<string, (input: { name: string; taskId: string }) => Request>> = {
  sendMessage: ({ name }) => ({
    method: 'POST',
    url: `/api/a2a/v1/agents/${name}/message:send`,
    body: hello,
  }),
  streamMessage: ({ name }) => ({
    method: 'POST',
    url: `/api/a2a/v1/agents/${name}/message:stream`,
    body: hello,
  }),
  subscribeToTask: ({ name, taskId }) => ({
    method: 'GET',
    url: `/api/a2a/v1/agents/${name}/tasks/${taskId}:subscribe`,
  }),
}
const hello = { message: { messageId: 'hello', role: 'ROLE_USER', parts: text('Hello') } }

/** The operation over every binding. */
async function requestsOf(operation: string): Promise<Request[]> {
  const { name } = provider.agent
  const taskId = await hire()
  const input = operation === 'subscribeToTask' ? { name, taskId } : { name, ...hello }
  const byRpc = jsonRpcCalls(operation, input).map(({ url, body }) => ({ method: 'POST', url, body }))
  return [inHttp[operation]?.({ name, taskId }) ?? fail(operation), ...byRpc]
}

describe('an idle connection', () => {
  it.concurrent.each(Object.keys(inHttp))(
    'receives bytes at least every four seconds over HTTP+JSON, JSON-RPC and A2A 0.3: %s',
    async (operation) => {
      const requests = await requestsOf(operation)
      expect(requests).toHaveLength(3)
      for (const times of await Promise.all(requests.map(arrivals))) {
        const silences = times.slice(1).map((time, index) => time - (times[index] ?? time))
        expect(Math.max(...silences)).toBeLessThan(silenceMaxMs)
        // The stream was idle: most of the time passed between keepalives.
        expect(silences.filter((silence) => silence > keepaliveMs - 500).length).toBeGreaterThanOrEqual(2)
      }
    },
  )
})
