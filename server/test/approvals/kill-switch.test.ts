/** Every route of the contract, called in every role while the kill switch is on. */
import { sql } from 'kysely'
import { isWrite, type AgentRole } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bindings } from '../../src/approvals/enforcement/bindings.ts'
import { writesAllowedWhileOn } from '../../src/approvals/enforcement/kill-switch.ts'
import { buildApp } from '../../src/app.ts'
import { createEventReader } from '../fixtures/clients/event-reader.ts'
import { call, startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { fail } from '../fixtures/fail.ts'
import { routes, type CallOptions } from '../fixtures/operations.ts'
import { createTestOrganization, addMember, type TestOrganization } from '../fixtures/people/organizations.ts'
import { startNode } from '../fixtures/processes/nodes.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let organization: TestOrganization
let stopped: TestAgent
let callers: Record<AgentRole | 'key', CallOptions>
let known: Record<string, unknown>
beforeAll(async () => {
  souk = await startSouk()
  organization = await createTestOrganization(souk)
  stopped = await createTestAgent(souk, ['read', 'apply', 'deliver', 'spend', 'payout', 'social'])
  await addMember(souk, organization, 'admin', stopped.person)
  const { agent, person, key } = stopped
  await souk.call('assignAgent', { id: organization.id, agentId: agent.id }, { as: person.token })
  const as = ({ token }: Person): CallOptions => ({ as: token, agent: agent.id })
  const role = async (name: 'owner' | 'admin' | 'finance' | 'member') =>
    as(await addMember(souk, organization, name))
  callers = {
    key,
    owner: as(person),
    operator: as(await linked(stopped)),
    'organization-owner': await role('owner'),
    'organization-admin': await role('admin'),
    'organization-finance': await role('finance'),
    'organization-member': await role('member'),
  }
  known = await createObjects(stopped)
  await setSwitch(true)
})
afterAll(async () => {
  expect(souk.loggedErrors).toEqual([])
  await souk.stop()
})

async function linked({ agent }: TestAgent): Promise<Person> {
  const person = await souk.person()
  await sql`insert into agent_links (agent_id, user_id, created_at)
    values (${agent.id}, ${person.user.id}, ${souk.clock.now()})`.execute(souk.context.database)
  return person
}

async function setSwitch(killSwitch: boolean): Promise<void> {
  const { agent, asPerson } = stopped
  const { version } = (await souk.call('getApprovalGate', { agentId: agent.id }, asPerson)).data.gate
  const changed = await souk.call('updateApprovalGate', { agentId: agent.id, version, killSwitch }, asPerson)
  expect(changed.data.gate.killSwitch).toBe(killSwitch)
}

/** A task, listing, thread and post of the agent, so that path parameters exist. */
async function createObjects({ agent, key }: TestAgent): Promise<Record<string, unknown>> {
  const client = await createTestAgent(souk)
  const message = { parts: text('Please') }
  const sent = { name: agent.name, message, configuration: { returnImmediately: true } }
  const { task } = (await souk.call('sendMessage', sent, client.key)).data
  const listing = await souk.call('createListing', { title: 'Do it', description: 'Well.' }, key)
  const thread = await souk.call('createThread', { participants: [client.agent.name], text: 'Hello' }, key)
  const post = await souk.call('createPost', { text: 'Done.' }, key)
  return {
    name: agent.name,
    agentId: agent.id,
    taskId: task?.id,
    listingId: listing.data.listing.id,
    threadId: thread.data.thread.id,
    postId: post.data.post.id,
  }
}

const asAgent = Object.keys(routes).filter((name) => ['agent', 'key', 'any'].includes(authOf(name)))
const writes = asAgent.filter((name) => isWrite(routeOf(name)) && !writesAllowedWhileOn.has(name))
const reads = asAgent.filter((name) => !isWrite(routeOf(name)))
const roles = Object.keys(bindings).filter(isRole)
const bound = roles.filter((role) => bindings[role].killSwitch === 'binds')
const free = roles.filter((role) => bindings[role].killSwitch === 'passes')

function isRole(name: string): name is keyof typeof bindings {
  return Object.hasOwn(bindings, name)
}

function routeOf(name: string) {
  return routes[name] ?? fail(`no route ${name}`)
}

function authOf(name: string): string {
  return routeOf(name).auth
}

/** A valid call. */
function attempt(operation: string, options: CallOptions, app = souk.app) {
  const route = routeOf(operation)
  const params = Object.keys(route.params?.properties ?? {}).map((name) => [name, known[name] ?? 'none'])
  const input = { ...route.example.query, ...route.example.body, ...Object.fromEntries(params) }
  const upload = route.upload === true ? { upload: Buffer.from('Read.') } : {}
  return call(app, operation, input, { ...options, ...upload })
}

const killSwitchMessage = expect.stringMatching(/kill switch of this agent is on/)
const messageOf = ({ body }: { body: Record<string, unknown> }) => String(body['detail'] ?? body['error'])

describe('the kill switch', () => {
  it.each(bound)('refuses every write of %s with its own error', async (role) => {
    // On other routes a person does not act as the agent and is refused for lack of permission.
    const expected = role === 'key' ? writes : writes.filter((name) => authOf(name) === 'agent')
    expect(expected.length).toBeGreaterThan(40)
    for (const operation of expected) {
      const response = await attempt(operation, callers[role])
      expect.soft([response.status, messageOf(response)], operation).toEqual([403, killSwitchMessage])
    }
  })

  it.each(bound)('lets %s read and stream', async (role) => {
    expect(reads.length).toBeGreaterThan(30)
    for (const operation of reads) {
      expect
        .soft(messageOf(await attempt(operation, callers[role])), operation)
        .not.toEqual(killSwitchMessage)
    }
    const address = { name: stopped.agent.name, taskId: String(known['taskId']) }
    expect((await souk.call('subscribeToTask', address, callers[role])).status).toBe(200)
    expect((await souk.call('getTask', address, callers[role])).status).toBe(200)
  })

  it.each(free)('does not apply to %s', async (role) => {
    for (const operation of writes) {
      expect
        .soft(messageOf(await attempt(operation, callers[role])), operation)
        .not.toEqual(killSwitchMessage)
    }
    await setSwitch(true)
  })

  it('applies on another node, including the fast path', async () => {
    await setSwitch(false)
    const node = await startNode(souk)
    const app = await buildApp(node.context)
    const client = await createTestAgent(souk)
    const sent = { name: client.agent.name, configuration: { returnImmediately: true } }
    const say = (taskId?: string) =>
      call<{ task?: { id: string } }>(
        app,
        'sendMessage',
        { ...sent, message: { parts: text('Hello'), ...(taskId === undefined ? {} : { taskId }) } },
        stopped.key,
      )
    const taskId = (await say()).data.task?.id
    expect((await say(taskId)).status).toBe(200)
    await setSwitch(true)
    expect((await attempt('createPost', stopped.key, app)).status).toBe(403)
    expect((await say()).status).toBe(403)
    await vi.waitFor(async () => expect((await say(taskId)).status).toBe(403), { timeout: 10_000 })
    await setSwitch(false)
    await vi.waitFor(async () => expect((await say(taskId)).status).toBe(200), { timeout: 10_000 })
    await app.close()
    await node.stop()
  })

  it('refuses to replay a response for an Idempotency-Key', async () => {
    await setSwitch(false)
    const options = { ...stopped.key, headers: { 'idempotency-key': 'before-the-stop' } }
    expect((await souk.call('createPost', { text: 'Once' }, options)).status).toBe(200)
    await setSwitch(true)
    expect((await souk.call('createPost', { text: 'Once' }, options)).status).toBe(403)
  })

  it('leaves streams open', async () => {
    await setSwitch(false)
    await souk.work(['event-relay'])
    const origin = await souk.app.listen({ host: '127.0.0.1', port: 0 })
    const reader = await createEventReader(`${origin}/api/dashboard/stream`, stopped.key.as ?? '')
    await setSwitch(true)
    const client = await createTestAgent(souk)
    const message = { parts: text('Are you there?') }
    const configuration = { returnImmediately: true }
    await souk.call('sendMessage', { name: stopped.agent.name, message, configuration }, client.key)
    await souk.work(['event-relay'])
    expect((await reader.next()).event).toBe('task.created')
    reader.close()
    await reader.ended
  })
})
