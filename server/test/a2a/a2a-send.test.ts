/** How long a call blocks, and its response. Fetch resolves with the headers, text() with the end. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Contract, Message, Reply, Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { second } from '../../src/lib/clock.ts'
import {
  waitForTask,
  callA2a,
  pollAsProvider,
  openStream,
  startA2aServer,
  setTaskState,
  type RequestOptions,
  type A2aServer,
} from '../fixtures/a2a/a2a-server.ts'
import { lockWaiters } from '../fixtures/database/lock-waiters.ts'
import { createPaymentActions } from '../fixtures/money/payment-actions.ts'
import { fail } from '../fixtures/fail.ts'
import { market, text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let server: A2aServer
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  server = await startA2aServer()
  client = await createTestAgent(server.souk)
  provider = await createTestAgent(server.souk)
  await createPaymentActions(server.souk).topUp(client.person, client.agent, 10_000)
})
afterAll(() => server.stop())
afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

type Sent = Reply<Contract['tasks']['sendMessage']>

interface Call {
  readonly to?: TestAgent
  readonly verb?: 'send' | 'stream'
  readonly message?: object
  readonly configuration?: object
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

const sendOptions = ({ message = {}, configuration = {}, headers = {}, signal }: Call): RequestOptions => ({
  method: 'POST',
  headers,
  body: { message: { role: 'ROLE_USER', parts: text('Hello'), ...message }, configuration },
  ...(signal === undefined ? {} : { signal }),
})
const send = (call: Call = {}) =>
  callA2a(server, call.to ?? provider, '/message:send', client, sendOptions(call))
const bodyOf = async (response: Response | Promise<Response>): Promise<Sent> => (await response).json()
const taskOf = async (response: Response | Promise<Response>): Promise<Task> =>
  (await bodyOf(response)).task ?? fail('no task')
const reply = (task: Task) => setTaskState(server.souk, provider, task.id, { reply: 'message' })
const complete = (task: Task) => setTaskState(server.souk, provider, task.id, { state: 'completed' })

/** A blocking call: its pending response, and its task as the provider sees it. */
async function waiting(call: Call = {}): Promise<{ sent: Promise<Response>; task: Task }> {
  await pollAsProvider(server.souk, provider)
  const contextId = randomUUID()
  const sent = send({ ...call, message: { contextId, ...call.message } })
  return { sent, task: await waitForTask(server.souk, provider, contextId) }
}

const seenByClient = async ({ id, contextId }: Task) => ({
  read: (await callA2a(server, provider, `/tasks/${id}`, client)).status,
  listed: (await server.souk.call('listTasks', { name: provider.agent.name, contextId }, client.key)).data
    .totalSize,
})

describe('sendMessage', () => {
  it('returns the result of the provider while the call blocks', async () => {
    const { sent, task } = await waiting()
    await setTaskState(server.souk, provider, task.id, { state: 'working' })
    await complete(task)
    const response = await taskOf(sent)
    expect([response.id, response.status.state]).toEqual([task.id, 'TASK_STATE_COMPLETED'])
    expect(response.history).toHaveLength(3)
    expect(await seenByClient(task)).toEqual({ read: 200, listed: 1 })
  })

  it('sends whitespace as keep-alive, which is valid JSON', async () => {
    const { sent, task } = await waiting({ headers: { accept: 'application/a2a+json' } })
    const response = await sent
    await complete(task)
    const body = await response.text()
    expect([response.status, body]).toEqual([200, expect.stringMatching(/^ +\{/)])
    expect(response.headers.get('content-type')).toBe('application/a2a+json; charset=utf-8')
    expect(JSON.parse(body)).toMatchObject({
      task: { id: task.id, status: { state: 'TASK_STATE_COMPLETED' } },
    })
  })

  it.each([
    ['input-required', 'TASK_STATE_INPUT_REQUIRED'],
    ['auth-required', 'TASK_STATE_AUTH_REQUIRED'],
    ['rejected', 'TASK_STATE_REJECTED'],
    ['failed', 'TASK_STATE_FAILED'],
  ])('returns when the task is %s', async (state, shown) => {
    const { sent, task } = await waiting()
    await setTaskState(server.souk, provider, task.id, { state })
    const { status } = await taskOf(sent)
    expect([status.state, status.message?.role]).toEqual([shown, 'ROLE_AGENT'])
  })

  it('returns when paid work is delivered', async () => {
    const { sent, task } = await waiting({
      message: { metadata: marketMetadata({ terms: { price: usd(500) } }) },
    })
    const artifacts = [{ parts: text('Dear Sir') }]
    await server.souk.call(
      'deliverTask',
      { name: provider.agent.name, taskId: task.id, artifacts },
      provider.key,
    )
    const response = await taskOf(sent)
    expect([response.status.state, market(response).phase]).toEqual([
      'TASK_STATE_INPUT_REQUIRED',
      'delivered',
    ])
  })

  it('blocks again when the client continues a task', async () => {
    const { sent, task } = await waiting()
    await setTaskState(server.souk, provider, task.id, { state: 'input-required' })
    await sent
    const again = send({ message: { taskId: task.id } })
    for (let phase = ''; phase !== 'working';) {
      const { data } = await server.souk.call(
        'getTask',
        { name: provider.agent.name, taskId: task.id },
        provider.key,
      )
      phase = market(data).phase
    }
    await complete(task)
    expect((await taskOf(again)).status.state).toBe('TASK_STATE_COMPLETED')
  })

  /** A blocking response would begin with spaces. */
  it.each([
    ['a provider that was never there', async () => send({ to: await createTestAgent(server.souk) })],
    [
      'a provider that has not been there for half a minute',
      async () => {
        await pollAsProvider(server.souk, provider)
        server.souk.clock.advance(30 * second)
        return send()
      },
    ],
    [
      'a caller in a hurry',
      async () => {
        await pollAsProvider(server.souk, provider)
        return send({ configuration: { returnImmediately: true } })
      },
    ],
    [
      'a caller who prefers not to',
      async () => {
        await pollAsProvider(server.souk, provider)
        return send({ headers: { prefer: 'respond-async, wait=0' } })
      },
    ],
  ])('does not block for %s', async (_name, call) => {
    const body = await (await call()).text()
    expect(body).toMatch(/^\{/)
    const { task }: Sent = JSON.parse(body)
    expect(task?.status.state).toBe('TASK_STATE_SUBMITTED')
    const { provider: agent } = market(task ?? fail('no task'))
    const shown = await server.souk.call('getTask', { name: agent.name, taskId: task?.id ?? '' }, client.key)
    expect(shown.data.status.state).toBe('TASK_STATE_SUBMITTED')
  })

  it('blocks as long as the Prefer header allows and confirms it', async () => {
    const { sent, task } = await waiting({ headers: { prefer: 'wait=1' } })
    const response = await sent
    expect(response.headers.get('preference-applied')).toBe('wait=1')
    expect((await taskOf(response)).status.state).toBe('TASK_STATE_SUBMITTED')
    expect(await seenByClient(task)).toEqual({ read: 200, listed: 1 })
  })

  it('does not block a call of the provider', async () => {
    const { sent, task } = await waiting()
    const body = { message: { taskId: task.id, parts: text('On it') } }
    const response = await callA2a(server, provider, '/message:send', provider, { method: 'POST', body })
    expect(await response.text()).toMatch(/^\{/)
    await complete(task)
    await sent
  })

  it('keeps the task unchanged when the caller disconnects', async () => {
    const hangUp = new AbortController()
    const { sent, task } = await waiting({ signal: hangUp.signal })
    hangUp.abort()
    await expect(sent).rejects.toThrow()
    for (let listed = 0; listed === 0;) ({ listed } = await seenByClient(task))
    await complete(task)
    const { data } = await server.souk.call(
      'getTask',
      { name: provider.agent.name, taskId: task.id },
      client.key,
    )
    expect(data.status.state).toBe('TASK_STATE_COMPLETED')
  })
})

describe('sendMessage answered by a message', () => {
  it('creates no task visible to the client', async () => {
    const { sent, task } = await waiting()
    expect(await seenByClient(task)).toEqual({ read: 404, listed: 0 })
    const replied = await reply(task)
    const response = await bodyOf(sent)
    expect(Object.keys(response)).toEqual(['message'])
    expect(Object.keys(response.message ?? {}).toSorted()).toEqual(['messageId', 'metadata', 'parts', 'role'])
    expect(response.message).toMatchObject({ role: 'ROLE_AGENT', parts: text('Working on it') })
    expect(replied.data).toEqual(response)
    expect(await seenByClient(task)).toEqual({ read: 404, listed: 0 })
    const seenByProvider = await server.souk.call(
      'getTask',
      { name: provider.agent.name, taskId: task.id },
      provider.key,
    )
    expect([seenByProvider.data.status.state, market(seenByProvider.data).reason]).toEqual([
      'TASK_STATE_COMPLETED',
      'answered',
    ])
  })

  it('is refused once the client has seen the task', async () => {
    const known = await taskOf(send({ configuration: { returnImmediately: true } }))
    const { sent, task: begun } = await waiting()
    await setTaskState(server.souk, provider, begun.id, { state: 'working' })
    for (const task of [known, begun]) {
      const refused = await reply(task)
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { error: { details: [{ reason: 'UNSUPPORTED_OPERATION' }] } },
      ])
    }
    await complete(begun)
    expect((await taskOf(sent)).id).toBe(begun.id)
  })

  it('is refused for the client', async () => {
    const refused = await send({ message: { metadata: marketMetadata({ reply: 'message' }) } })
    expect(refused.status).toBe(403)
  })
})

describe('sendMessage with an Idempotency-Key', () => {
  const keyed = () => ({ 'idempotency-key': randomUUID() })

  it('replays the completed task', async () => {
    const call = { headers: keyed(), message: { contextId: randomUUID() } }
    const { sent, task } = await waitingIn(call)
    await complete(task)
    const first = await taskOf(sent)
    const again = await send(call)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await taskOf(again)).toEqual(first)
    expect(first.status.state).toBe('TASK_STATE_COMPLETED')
  })

  it('replays the message', async () => {
    const call = { headers: keyed(), message: { contextId: randomUUID() } }
    const { sent, task } = await waitingIn(call)
    await reply(task)
    const first = await bodyOf(sent)
    expect(first.message).toBeDefined()
    expect(await bodyOf(send(call))).toEqual(first)
    expect(await seenByClient(task)).toEqual({ read: 404, listed: 0 })
  })

  it('blocks together with the first call', async () => {
    const call = { headers: keyed(), message: { contextId: randomUUID() } }
    const { sent, task } = await waitingIn(call)
    const again = send(call)
    await complete(task)
    expect(await taskOf(again)).toEqual(await taskOf(sent))
  })

  const waitingIn = async (call: { headers: Record<string, string>; message: { contextId: string } }) => {
    await pollAsProvider(server.souk, provider)
    const sent = send(call)
    return { sent, task: await waitForTask(server.souk, provider, call.message.contextId) }
  }
})

describe('streamMessage answered by a message', () => {
  const stream = async (call: Call = {}) => {
    await pollAsProvider(server.souk, provider)
    const contextId = randomUUID()
    const opened = openStream(
      server,
      provider,
      '/message:stream',
      client,
      sendOptions({ ...call, message: { contextId } }),
    )
    return { opened, task: await waitForTask(server.souk, provider, contextId) }
  }
  const messagesIn = async (opened: ReturnType<typeof openStream>) =>
    (await (await opened).rest()).map(({ data }): Message | undefined => data.message)

  it('sends one message and ends', async () => {
    const { opened, task } = await stream()
    await reply(task)
    expect(await messagesIn(opened)).toMatchObject([{ role: 'ROLE_AGENT', parts: text('Working on it') }])
    expect(await seenByClient(task)).toEqual({ read: 404, listed: 0 })
  })

  it('replays the message for the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const { opened, task } = await stream({ headers })
    await reply(task)
    const first = await messagesIn(opened)
    const call = sendOptions({ headers, message: { contextId: task.contextId } })
    expect(await messagesIn(openStream(server, provider, '/message:stream', client, call))).toEqual(first)
  })

  it('sends the task when the provider does anything else first', async () => {
    const { opened, task } = await stream()
    await complete(task)
    const frames = await (await opened).rest()
    expect(frames.map(({ data }) => data.task?.status.state)).toEqual(['TASK_STATE_COMPLETED'])
  })

  /** Blocks both transactions on the same row, the answer first; the stream has already decided to send the task. */
  it('sends one message even if it arrives while the task is about to be sent', async () => {
    const { opened, task } = await stream()
    const { database } = server.souk.context
    const blocked = await database.transaction().execute(async (tx) => {
      await sql`select from tasks where id = ${task.id} for update`.execute(tx)
      const response = reply(task)
      await expect.poll(() => lockWaiters(database), { interval: 1 }).toHaveLength(1)
      await expect.poll(() => lockWaiters(database), { interval: 1 }).toHaveLength(2)
      return { answer: response }
    })
    expect((await blocked.answer).status).toBe(200)
    expect(await messagesIn(opened)).toMatchObject([{ parts: text('Working on it') }])
  })
})
