/** Marketplace actions in the metadata of a message, in both bindings: typed A2A clients have no other way. */
import { randomUUID } from 'node:crypto'
import type { Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callA2a, openStream, startA2aServer, type A2aServer } from '../fixtures/a2a/a2a-server.ts'
import { fail } from '../fixtures/fail.ts'
import { createPaymentActions } from '../fixtures/money/payment-actions.ts'
import { market, marketMetadata, text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let server: A2aServer
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  server = await startA2aServer()
  client = await createTestAgent(server.souk)
  provider = await createTestAgent(server.souk)
  await createPaymentActions(server.souk).topUp(client.person, client.agent, 1_000_000)
})
afterAll(() => server.stop())
afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

type Binding = 'HTTP+JSON' | 'JSONRPC'
interface Sent {
  readonly as: Pick<TestAgent, 'key'>
  readonly message: object
  readonly headers?: Record<string, string>
}

/** The task of the reply, or the reason of the refusal. */
async function send(binding: Binding, { as, message, headers = {} }: Sent): Promise<Task | string> {
  const body = {
    message: { messageId: randomUUID(), role: 'ROLE_USER', parts: text('Hello'), ...message },
    configuration: { returnImmediately: true },
  }
  const rpc = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: body }
  const isRpc = binding === 'JSONRPC'
  const options = { method: 'POST', body: isRpc ? rpc : body, headers } as const
  const response = await callA2a(server, provider, isRpc ? '' : '/message:send', as, options)
  const content: SendReply = await response.json()
  const { error } = content
  if (error !== undefined) return (error.data ?? error.details)?.[0]?.reason ?? fail('no reason')
  return (isRpc ? content.result?.task : content.task) ?? fail('no task')
}
interface SendReply {
  readonly error?: { data?: Reason[]; details?: Reason[] }
  readonly task?: Task
  readonly result?: { readonly task: Task }
}
interface Reason {
  readonly reason: string
}

const act = (taskId: string, directives: object) => ({ taskId, metadata: marketMetadata(directives) })
const artifacts = [{ artifactId: 'letter', parts: text('Dear Sir') }]

async function hire(binding: Binding): Promise<Task> {
  const message = { metadata: marketMetadata({ terms: { price: usd(500) } }) }
  const task = await send(binding, { as: client, message })
  if (typeof task === 'string') return fail(task)
  const started = await send(binding, { as: provider, message: act(task.id, { state: 'working' }) })
  return typeof started === 'string' ? fail(started) : started
}

async function setGate(gate: object): Promise<void> {
  const [agentId, as] = [client.agent.id, { as: client.person.token }]
  const { version } = (await server.souk.call('getApprovalGate', { agentId }, as)).data.gate
  expect((await server.souk.call('updateApprovalGate', { agentId, version, ...gate }, as)).status).toBe(200)
}

async function delivered(binding: Binding): Promise<Task> {
  const { id } = await hire(binding)
  const task = await send(binding, { as: provider, message: act(id, { action: 'deliver', artifacts }) })
  return typeof task === 'string' ? fail(task) : task
}

describe.each(['HTTP+JSON', 'JSONRPC'] as const)('an action in a message over %s', (binding) => {
  it('delivers artifacts and accepts a version, which pays the provider', async () => {
    const task = await delivered(binding)
    expect(market(task)).toMatchObject({ phase: 'delivered' })
    expect(task.artifacts).toMatchObject([{ artifactId: 'letter' }])
    const { version } = market(task)
    const accepted = await send(binding, {
      as: client,
      message: act(task.id, { action: 'accept', expectedVersion: version }),
    })
    if (typeof accepted === 'string') return fail(accepted)
    expect(market(accepted)).toMatchObject({ phase: 'completed', reason: 'accepted' })
    expect(accepted.history?.at(-1)?.parts).toMatchObject([{ text: 'Hello' }])
    expect(JSON.stringify(accepted.history)).not.toContain('expectedVersion')
  })

  it('disputes and cancels', async () => {
    const { id } = await delivered(binding)
    const disputed = await send(binding, { as: client, message: act(id, { action: 'dispute' }) })
    expect(typeof disputed === 'string' ? disputed : market(disputed).phase).toBe('disputed')
    const message = { metadata: marketMetadata({ terms: { price: usd(500) } }) }
    const created = await send(binding, { as: client, message })
    if (typeof created === 'string') return fail(created)
    const canceled = await send(binding, { as: client, message: act(created.id, { action: 'cancel' }) })
    expect(typeof canceled === 'string' ? canceled : market(canceled).phase).toBe('canceled')
  })

  it('runs once per Idempotency-Key', async () => {
    const { id } = await delivered(binding)
    const accept = {
      as: client,
      message: { ...act(id, { action: 'accept' }), messageId: 'once' },
      headers: { 'idempotency-key': randomUUID() },
    }
    expect(await send(binding, accept)).toEqual(await send(binding, accept))
  })

  it('needs the scope of the action', async () => {
    const { id } = await delivered(binding)
    const as = { key: { as: await server.souk.key(client.person, client.agent, { scopes: ['read'] }) } }
    expect(await send(binding, { as, message: act(id, { action: 'accept' }) })).toBe('PERMISSION_DENIED')
  })

  it.each([
    ['the wrong side', () => provider, { action: 'accept' }, 'PERMISSION_DENIED'],
    ['an old version', () => client, { action: 'accept', expectedVersion: 1 }, 'CONFLICT'],
    ['an unknown action', () => client, { action: 'steal' }, 'INVALID_PARAMS'],
    ['an action with a state', () => provider, { action: 'deliver', state: 'working' }, 'INVALID_PARAMS'],
    ['a field of another action', () => client, { action: 'dispute', expectedVersion: 3 }, 'INVALID_PARAMS'],
    ['artifacts of another action', () => client, { action: 'accept', artifacts }, 'INVALID_PARAMS'],
  ])('refuses %s', async (_what, as, directives, reason) => {
    const { id } = await delivered(binding)
    expect(await send(binding, { as: as(), message: act(id, directives) })).toBe(reason)
  })

  it('needs a task', async () => {
    const message = { metadata: marketMetadata({ action: 'accept' }) }
    expect(await send(binding, { as: client, message })).toBe('INVALID_PARAMS')
  })

  it('passes the gate of the agent like the operation itself', async () => {
    const { id } = await delivered(binding)
    await setGate({ mode: 'enforce', rules: { accept: { effect: 'requireApproval' } } })
    expect(await send(binding, { as: client, message: act(id, { action: 'accept' }) })).toBe(
      'APPROVAL_REQUIRED',
    )
    await setGate({ mode: 'off' })
  })
})

describe('streamMessage with an action', () => {
  it('streams the task that the action has changed', async () => {
    const { id } = await delivered('HTTP+JSON')
    const message = {
      messageId: randomUUID(),
      role: 'ROLE_USER',
      parts: text('Fine'),
      ...act(id, { action: 'accept' }),
    }
    const stream = await openStream(server, provider, '/message:stream', client, { body: { message } })
    const frames = await stream.rest()
    expect(frames).toHaveLength(1)
    expect(frames[0]?.data.task?.status.state).toBe('TASK_STATE_COMPLETED')
  })
})
