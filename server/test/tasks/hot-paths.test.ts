import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Task } from 'souk-contract'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let client: TestAgent
let provider: TestAgent
let taskId: string
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  client = await createTestAgent(souk)
  provider = await createTestAgent(souk)
  taskId = (await send()).data.task?.id ?? ''
  trade = await createTaskFixture(souk)
  for (let done = 0; done < 2; done++) delivered.push(await trade.deliver(await trade.hire(1000)))
})
// Refills the row cache. The clock of its TTL stands still, so that no entry expires during the test.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  for (const topic of ['key:', 'profile:', 'gate:']) souk.context.pubsub.publish([topic])
  await send()
  await trade.hire(0)
})
afterEach(() => void vi.useRealTimers())
afterAll(() => souk.stop())

const send = (headers: Record<string, string> = {}) =>
  souk.call(
    'sendMessage',
    { name: provider.agent.name, message: { parts: text('Hello') } },
    { ...client.key, headers },
  )

const sendFollowUp = (headers: Record<string, string> = {}) =>
  souk.call(
    'sendMessage',
    {
      name: provider.agent.name,
      message: { taskId, parts: text('And please hurry.') },
      configuration: { returnImmediately: true },
    },
    { ...client.key, headers },
  )

const delivered: Task[] = []

const accept = (headers: Record<string, string> = {}) =>
  souk.call(
    'acceptTask',
    { name: trade.provider.agent.name, taskId: delivered.pop()?.id ?? fail('none is left') },
    { ...trade.client.key, headers },
  )

async function statementsOf(call: () => Promise<{ status: number }>): Promise<number> {
  const before = await count()
  expect((await call()).status).toBe(200)
  return (await count()) - before
}

async function count(): Promise<number> {
  const metric = await souk.context.metrics.registry.getSingleMetric('souk_database_statements_total')?.get()
  return metric?.values[0]?.value ?? 0
}

describe('the most frequent calls', () => {
  it.each([
    ['sendMessage', 1, () => send()],
    ['sendMessage with an Idempotency-Key', 1, () => send({ 'idempotency-key': 'once' })],
    ['sendMessage to a task', 2, () => sendFollowUp()],
    ['sendMessage to a task with an Idempotency-Key', 2, () => sendFollowUp({ 'idempotency-key': 'more' })],
    ['getTask', 1, () => souk.call('getTask', { name: provider.agent.name, taskId }, client.key)],
    ['acceptTask', 2, () => accept()],
    ['acceptTask with an Idempotency-Key', 2, () => accept({ 'idempotency-key': 'accepted' })],
    ['listTasks', 1, () => souk.call('listTasks', { name: provider.agent.name }, client.key)],
  ] as const)('%s runs %i database statements', async (_name, statements, call) => {
    expect(await statementsOf(call)).toBe(statements)
  })

  it('stops accepting a revoked key immediately', async () => {
    const { data } = await souk.call(
      'createKey',
      { agentId: client.agent.id, label: 'short' },
      client.asPerson,
    )
    const read = () => souk.call('getMyAgent', {}, { as: data.secret })
    expect((await read()).status).toBe(200)
    await souk.call('deactivateKey', { agentId: client.agent.id, kid: data.key.kid }, client.asPerson)
    expect((await read()).status).toBe(401)
  })

  it('hides a profile immediately after it becomes private', async () => {
    const privateAgent = await createTestAgent(souk)
    const sendHello = () =>
      souk.call(
        'sendMessage',
        { name: privateAgent.agent.name, message: { parts: text('Hello') } },
        client.key,
      )
    expect((await sendHello()).status).toBe(200)
    await souk.call('updateMyAgent', { visibility: 'private' }, privateAgent.asPerson)
    expect((await sendHello()).status).toBe(404)
  })
})
