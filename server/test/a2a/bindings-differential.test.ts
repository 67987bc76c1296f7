/** The same random calls through every binding have the same effects and, translated, the same answers. */
import { marketplaceExtension } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startA2aServer, type A2aServer } from '../fixtures/a2a/a2a-server.ts'
import { openGrpc, type GrpcClient } from '../fixtures/a2a/grpc-call.ts'
import { createPaymentActions } from '../fixtures/money/payment-actions.ts'
import { seed } from '../fixtures/seeds.ts'
import { seededRandom, type Random } from '../fixtures/seeded-random.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let server: A2aServer
let grpc: GrpcClient
beforeAll(async () => {
  server = await startA2aServer()
  grpc = openGrpc(server.origin)
})
afterAll(async () => {
  grpc.close()
  await server.stop()
})
afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

const bindings = ['HTTP+JSON', 'JSONRPC', 'JSONRPC 0.3', 'GRPC'] as const
type Binding = (typeof bindings)[number]

/** One call, with the number of its task instead of an id. */
interface Step {
  readonly by: 'client' | 'provider'
  readonly call: 'send' | 'get' | 'cancel'
  /** Undefined for a new task; a number without a task stands for an unknown id. */
  readonly task: number | undefined
  readonly text: string
  readonly directives: object
  readonly historyLength: number | undefined
}

const directives = [
  {},
  {},
  { state: 'working' },
  { state: 'input-required' },
  { state: 'failed' },
  { state: 'rejected' },
  { state: 'unknown' },
  { reply: 'message' },
  { action: 'deliver', artifacts: [{ artifactId: 'letter', parts: [{ text: 'Dear Sir' }] }] },
  { action: 'deliver' },
  { action: 'accept' },
  { action: 'accept', expectedVersion: 2 },
  { action: 'dispute' },
  { action: 'cancel' },
  { action: 'accept', state: 'working' },
  { misspelled: true },
]

function randomStep(random: Random, tasks: number): Step {
  const isNew = tasks === 0 || random.chance(20)
  const call = isNew ? 'send' : random.pick(['send', 'send', 'send', 'get', 'cancel'] as const)
  return {
    by: isNew ? 'client' : random.pick(['client', 'provider'] as const),
    call,
    task: isNew ? undefined : random.below(tasks + 1),
    text: random.pick(['Hello', 'Ünïcode 🎈', '']),
    directives: isNew ? random.pick([{}, { terms: { price: usd(500) } }]) : random.pick(directives),
    historyLength: random.chance(25) ? undefined : random.pick([0, 1, 5]),
  }
}

interface Side {
  readonly client: TestAgent
  readonly provider: TestAgent
  /** Ids of the tasks, in the order of their creation. */
  readonly ids: string[]
}

async function newSide(): Promise<Side> {
  const [client, provider] = [await createTestAgent(server.souk), await createTestAgent(server.souk)]
  await createPaymentActions(server.souk).topUp(client.person, client.agent, 100_000)
  return { client, provider, ids: [] }
}

type Json = Record<string, unknown>

/** Makes the call and returns what a client sees of the answer, without ids and times. */
async function make(binding: Binding, side: Side, step: Step): Promise<unknown> {
  const id = step.task === undefined ? undefined : (side.ids[step.task] ?? 'task_unknown')
  if (binding === 'GRPC') return makeByGrpc(side, step, id)
  const { path, method, body } = requestOf(binding, step, id)
  const response = await fetch(
    `${server.origin}/api/a2a/${binding === 'JSONRPC 0.3' ? 'v0.3' : 'v1'}/agents/${side.provider.agent.name}${path}`,
    {
      method,
      headers: {
        authorization: `Bearer ${side[step.by].key.as ?? ''}`,
        ...(binding === 'JSONRPC 0.3' ? {} : { 'a2a-version': '1.0' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  )
  const content: { error?: { details?: Json[]; data?: Json[] }; result?: Json } & Json = await response.json()
  if (content.error !== undefined) {
    return { refused: (content.error.details ?? content.error.data)?.[0]?.['reason'] }
  }
  const result = binding === 'HTTP+JSON' ? content : (content.result ?? {})
  const task =
    step.call === 'send' && binding !== 'JSONRPC 0.3' ? (result['task'] ?? result['message']) : result
  return summary(side, task)
}

/** gRPC has the methods and parameters of JSON-RPC. */
async function makeByGrpc(side: Side, step: Step, id: string | undefined): Promise<unknown> {
  const { method = '', params }: { method?: string; params?: object } = {
    ...requestOf('JSONRPC', step, id).body,
  }
  const tenant = side.provider.agent.name
  const authorization = `Bearer ${side[step.by].key.as ?? ''}`
  const { code, reason, results } = await grpc.call(method, { tenant, ...params }, { authorization })
  if (code !== 0) return { refused: reason }
  const [result = {}] = results
  return summary(side, step.call === 'send' ? (result['task'] ?? result['message']) : result)
}

function requestOf(
  binding: Binding,
  { call, text, directives: sentDirectives, historyLength }: Step,
  id: string | undefined,
): { path: string; method: string; body?: object } {
  const isOld = binding === 'JSONRPC 0.3'
  const message = {
    messageId: 'm',
    role: isOld ? 'user' : 'ROLE_USER',
    parts: [isOld ? { kind: 'text', text } : { text }],
    metadata: { [marketplaceExtension]: sentDirectives },
    ...(isOld ? { kind: 'message' } : {}),
    ...(id === undefined ? {} : { taskId: id }),
  }
  const configuration = {
    ...(isOld ? { blocking: false } : { returnImmediately: true }),
    ...(historyLength === undefined ? {} : { historyLength }),
  }
  const params = {
    send: { message, configuration },
    get: { id, ...(historyLength === undefined ? {} : { historyLength }) },
    cancel: { id },
  }[call]
  if (binding !== 'HTTP+JSON') {
    const names = isOld
      ? { send: 'message/send', get: 'tasks/get', cancel: 'tasks/cancel' }
      : { send: 'SendMessage', get: 'GetTask', cancel: 'CancelTask' }
    return { path: '', method: 'POST', body: { jsonrpc: '2.0', id: 1, method: names[call], params } }
  }
  if (call === 'send') return { path: '/message:send', method: 'POST', body: params }
  if (call === 'cancel') return { path: `/tasks/${id}:cancel`, method: 'POST', body: {} }
  return {
    path: `/tasks/${id}${historyLength === undefined ? '' : `?historyLength=${historyLength}`}`,
    method: 'GET',
  }
}

/** State, market metadata and texts, in the words of A2A 1.0. */
function summary({ ids }: Side, response: unknown): unknown {
  const { id, status, history, artifacts, metadata, role } = Object(response)
  if (status === undefined)
    return { message: partsOf(response), role: String(role).toLowerCase().replace('role_', '') }
  if (!ids.includes(id)) ids.push(id)
  const { phase, version, allowedActions, reason, heldFunds } = metadata[marketplaceExtension]
  return {
    task: ids.indexOf(id),
    state: String(status.state).replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-'),
    market: { phase, version, allowedActions, reason, heldFunds },
    history: (history ?? []).map((message: Json) => [
      String(message['role']).toLowerCase().replace('role_', ''),
      partsOf(message),
    ]),
    artifacts: (artifacts ?? []).map((artifact: Json) => [artifact['artifactId'], partsOf(artifact)]),
  }
}

const partsOf = (holder: unknown): unknown[] => Object(holder).parts.map((part: Json) => part['text'])

describe('the bindings', () => {
  it.each(Array.from({ length: 6 }, (_, index) => seed + index))(
    'agree on the random calls of seed %i',
    async (roundSeed) => {
      const random = seededRandom(roundSeed)
      const sides = {
        'HTTP+JSON': await newSide(),
        JSONRPC: await newSide(),
        'JSONRPC 0.3': await newSide(),
        GRPC: await newSide(),
      }
      for (let count = 0; count < 40; count++) {
        const step = randomStep(random, sides['HTTP+JSON'].ids.length)
        const responses = await Promise.all(bindings.map((binding) => make(binding, sides[binding], step)))
        for (const [index, binding] of bindings.entries()) {
          expect(responses[index], `${binding} ${JSON.stringify(step)}`).toEqual(responses[0])
        }
      }
    },
  )
})
