/** Subscriptions, the Tasks extension, resources, and the end of all of them with the authority of an app. */
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { startA2aServer, type A2aServer } from '../fixtures/a2a/a2a-server.ts'
import { uploadFile } from '../fixtures/files/file-uploads.ts'
import { createMcpCalls, type McpCalls } from '../fixtures/mcp/mcp-calls.ts'
import { startNode } from '../fixtures/processes/nodes.ts'
import { connectApp } from '../fixtures/mcp/oauth-app.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { sendAsProvider } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, usd } from '../fixtures/people/test-agents.ts'

let server: A2aServer
let fixture: TaskFixture
let mcp: McpCalls
let worker: McpCalls
beforeAll(async () => {
  server = await startA2aServer()
  fixture = await createTaskFixture(server.souk)
  mcp = createMcpCalls(server.origin, fixture.client.key.as ?? '')
  worker = createMcpCalls(server.origin, fixture.provider.key.as ?? '')
})
afterAll(() => server.stop())
afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

const withTasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
const listen = (calls: McpCalls, notifications: object, capabilities = {}) =>
  calls.stream({ method: 'subscriptions/listen', params: { notifications } }, capabilities)
const next = async (messages: AsyncGenerator<Record<string, unknown>>) => (await messages.next()).value
const relay = () => server.souk.work(['event-relay'])

describe('subscriptions/listen', () => {
  it('acknowledges what the caller can read, and announces changes of tasks and agents', async () => {
    const task = await fixture.hire(500)
    const stranger = await createTaskFixture(server.souk)
    const foreign = await stranger.hire(500)
    const agent = `souk://agents/${fixture.provider.agent.name}`
    const uris = [`souk://tasks/${task.id}`, agent]
    const hidden = [`souk://tasks/${foreign.id}`, 'souk://agents/no-such-agent', 'souk://files/file_1', 'x']
    const messages = listen(mcp, { resourceSubscriptions: [...uris, ...hidden] })
    expect(await next(messages)).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { resourceSubscriptions: uris } },
    })
    await sendAsProvider(server.souk, fixture.provider, task, { state: 'working' })
    await relay()
    const updated = 'notifications/resources/updated'
    expect(await next(messages)).toMatchObject({ method: updated, params: { uri: uris[0] } })
    await server.souk.call('updateMyAgent', { description: 'Now with commas' }, fixture.provider.asPerson)
    expect(await next(messages)).toMatchObject({ method: updated, params: { uri: agent } })
    await messages.return(undefined)
  })

  it('refuses task ids without the extension, and lists that are too long', async () => {
    const refusal = async (notifications: object) =>
      (await mcp.post({ method: 'subscriptions/listen', params: { notifications } })).body.error?.code
    expect(await refusal({ taskIds: ['task_1'] })).toBe(-32021)
    expect(await refusal({ resourceSubscriptions: Array.from({ length: 51 }, String) })).toBe(-32602)
    expect(await refusal({ resourceSubscriptions: [1] })).toBe(-32602)
  })
})

describe('the Tasks extension', () => {
  const call = async (method: string, params: object, capabilities: object = withTasks) =>
    (await mcp.post({ method, params: { ...params } }, {}, capabilities)).body
  const order = (text: string) => ({ agent: fixture.provider.agent.name, text, price: usd(700) })
  const hire = async (text: string) => {
    const { quoteId } = (await mcp.call('hire_agent', order(text))).output
    const { result } = await call('tools/call', {
      name: 'hire_agent',
      arguments: { ...order(text), quoteId },
    })
    expect(result).toMatchObject({ resultType: 'task', status: 'working', ttlMs: null })
    return String(result?.['taskId'])
  }
  const withQuestions = { ...withTasks, elicitation: {} }

  it('returns a handle, asks for the review, takes the decision and ends with the result', async () => {
    const taskId = await hire('A poem')
    const messages = listen(mcp, { taskIds: [taskId] }, withQuestions)
    expect(await next(messages)).toMatchObject({ params: { notifications: { taskIds: [taskId] } } })
    expect((await call('tasks/get', { taskId })).result).toMatchObject({ status: 'working' })
    await worker.call('deliver', { requestId: 'd', taskId, work: [{ name: 'poem.txt', text: 'Roses' }] })
    await relay()
    expect(await next(messages)).toMatchObject({
      method: 'notifications/tasks',
      params: { taskId, status: 'input_required' },
    })
    await messages.return(undefined)
    const { result } = await call('tasks/get', { taskId }, withQuestions)
    const [key = ''] = Object.keys(Object(result?.['inputRequests']))
    const accept = { action: 'accept', content: { decision: 'accept' } }
    await call('tasks/update', { taskId, inputResponses: { 'version-0': accept } }, withQuestions)
    expect((await call('tasks/get', { taskId }, withQuestions)).result?.['status']).toBe('input_required')
    await call('tasks/update', { taskId, inputResponses: { [key]: accept } }, withQuestions)
    expect((await call('tasks/get', { taskId })).result).toMatchObject({
      status: 'completed',
      result: { structuredContent: { task: { phase: 'completed' } } },
    })
  })

  it('cancels tasks, and hides tasks of other agents', async () => {
    const taskId = await hire('A song')
    await call('tasks/cancel', { taskId })
    expect((await call('tasks/get', { taskId })).result).toMatchObject({ status: 'cancelled' })
    const stranger = createMcpCalls(server.origin, (await createTestAgent(server.souk)).key.as ?? '')
    const { body } = await stranger.post({ method: 'tasks/get', params: { taskId } }, {}, withTasks)
    expect(body.error?.code).toBe(-32602)
  })

  it('hides tasks from clients without the extension', async () => {
    const taskId = await hire('Another song')
    expect((await call('tasks/get', { taskId }, {})).error?.code).toBe(-32021)
  })
})

describe('resources', () => {
  it('are complete work and files, for the parties only', async () => {
    const task = await fixture.hire(300)
    const { id: fileId } = await uploadFile(server.souk, fixture.provider.key, 'Dear Sir')
    await worker.call('deliver', {
      requestId: 'resources',
      taskId: task.id,
      work: [{ name: 'note.txt', text: 'Long work' }, { fileId }],
    })
    const { artifacts = [] } = await fixture.read(task)
    const uris = [
      `souk://tasks/${task.id}/artifacts/${artifacts[0]?.artifactId ?? ''}`,
      `souk://files/${fileId}`,
    ]
    const stranger = createMcpCalls(server.origin, (await createTestAgent(server.souk)).key.as ?? '')
    for (const [index, uri] of uris.entries()) {
      const read = await mcp.post({ method: 'resources/read', params: { uri } })
      expect(read.text).toContain(index === 0 ? 'Long work' : 'Dear Sir')
      const refused = await stranger.post({ method: 'resources/read', params: { uri } })
      expect(refused.body.error?.code).toBe(-32602)
    }
  })
})

describe('an app', () => {
  const connect = () =>
    connectApp(server.souk, fixture.client.person, { agentId: fixture.client.agent.id, resource: 'mcp' })
  const asPerson = () => ({ as: fixture.client.person.token })

  it('loses waits and streams on every node when it is disconnected', async () => {
    const node = await startNode(server.souk, { workers: ['authority', 'event-relay'] })
    const app = await buildApp(node.context)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const second = `http://127.0.0.1:${portOf(app.server.address())}`
    const task = await fixture.hire(300)
    const { access } = await connect()
    const [appId] = (await server.souk.call('listApps', {}, asPerson())).data.items.map(({ id }) => id)
    const both = [createMcpCalls(server.origin, access), createMcpCalls(second, access)]
    const streams = both.map((calls) => listen(calls, { resourceSubscriptions: [`souk://tasks/${task.id}`] }))
    for (const stream of streams) expect(await next(stream)).toBeDefined()
    const wait = { name: 'wait_for_task', arguments: { taskId: task.id, waitSeconds: 25 } }
    const waits = both.map((calls) => calls.post({ method: 'tools/call', params: wait }))
    for (const calls of both) await calls.call('get_task', { taskId: task.id })
    await server.souk.call('disconnectApp', { appId: appId ?? '' }, asPerson())
    // Either would otherwise last longer than the test.
    for (const stream of streams) while ((await stream.next()).done !== true);
    for (const answer of await Promise.all(waits)) expect(answer.text).toMatch(/unauthorized|revoked/)
    await app.close()
    await node.stop()
  })

  it('loses a wait that is reading the task when it is disconnected', async () => {
    const { database } = server.souk.context
    const task = await fixture.hire(300)
    const { access } = await connect()
    const [appId] = (await server.souk.call('listApps', {}, asPerson())).data.items.map(({ id }) => id)
    const calls = createMcpCalls(server.origin, access)
    const stream = listen(calls, { resourceSubscriptions: [`souk://tasks/${task.id}`] })
    await next(stream)
    const wait = calls.post({
      method: 'tools/call',
      params: { name: 'wait_for_task', arguments: { taskId: task.id, waitSeconds: 25 } },
    })
    await calls.call('get_task', { taskId: task.id })
    await database.transaction().execute(async (tx) => {
      await sql`lock table tasks in access exclusive mode`.execute(tx)
      const isRead = sql<{ found: boolean }>`
        select exists (select from pg_locks where relation = 'tasks'::regclass and not granted) as found`
      while ((await isRead.execute(database)).rows[0]?.found !== true);
      await server.souk.call('disconnectApp', { appId: appId ?? '' }, asPerson())
      while ((await stream.next()).done !== true);
    })
    expect((await wait).text).toMatch(/unauthorized|revoked/)
  })

  it('can read but not act while all activity is stopped', async () => {
    const task = await fixture.hire(300)
    const { access } = await connect()
    const calls = createMcpCalls(server.origin, access)
    const stop = async (killSwitch: boolean) => {
      const agentId = fixture.client.agent.id
      const { version } = (await server.souk.call('getApprovalGate', { agentId }, asPerson())).data.gate
      await server.souk.call('updateApprovalGate', { agentId, version, killSwitch }, asPerson())
    }
    await stop(true)
    expect((await calls.call('get_task', { taskId: task.id })).isError).toBe(false)
    const message = { requestId: 'm', taskId: task.id, text: 'Hello' }
    expect((await calls.call('send_message', message)).isError).toBe(true)
    await stop(false)
    expect((await calls.call('send_message', message)).isError).toBe(false)
  })
})

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
