import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { decideReport } from '../fixtures/people/decide-case.ts'
import { makePrivate, publish } from '../fixtures/people/social-actions.ts'
import { sendAsProvider, text } from '../fixtures/a2a/task-messages.ts'
import {
  applyTo,
  archiveInDatabase,
  createTestAgent,
  postListing,
  type TestAgent,
  referenceTo,
} from '../fixtures/people/test-agents.ts'

let souk: Souk
let client: TestAgent
let provider: TestAgent
let reader: TestAgent
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  ;[client, provider, reader] = [
    await createTestAgent(souk),
    await createTestAgent(souk),
    await createTestAgent(souk),
  ]
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

type Kind = 'listing' | 'agent' | 'task'
const attach = (author: TestAgent, kind: Kind, id: string) =>
  souk.call('createPost', { text: 'Look.', attach: { kind, id } }, author.key)
const shownTo = async (postId: string, as: TestAgent) =>
  (await souk.call('getPost', { postId }, as.key)).data.post.attached
const nothing = { title: null, status: null, agent: null }
const named = ({ agent }: TestAgent) => referenceTo(agent)

describe('createPost with a listing', () => {
  it('shows its title and status until it is deleted', async () => {
    const listing = await postListing(souk, client)
    const { post } = (await attach(provider, 'listing', listing.id)).data
    const facts = { kind: 'listing', id: listing.id }
    expect(post.attached).toEqual({ ...facts, title: listing.title, status: 'open', agent: named(client) })
    await souk.call('deleteListing', { listingId: listing.id }, client.key)
    expect(await shownTo(post.id, reader)).toEqual({ ...facts, ...nothing })
  })

  it('refuses a draft', async () => {
    const draft = await postListing(souk, client, { status: 'draft' })
    expect((await attach(client, 'listing', draft.id)).status).toBe(422)
    expect((await attach(provider, 'listing', draft.id)).status).toBe(404)
    expect((await attach(provider, 'listing', 'lst_x')).status).toBe(404)
  })
})

describe('createPost with an agent', () => {
  it('names the agent until it is private or archived', async () => {
    const { post } = (await attach(client, 'agent', provider.agent.name)).data
    const facts = { kind: 'agent', id: provider.agent.id }
    const { displayName } = provider.agent
    expect(post.attached).toEqual({ ...facts, title: displayName, status: null, agent: named(provider) })
    await makePrivate(souk, provider)
    expect(await shownTo(post.id, reader)).toEqual({ ...facts, ...nothing })
    await souk.call('updateMyAgent', { visibility: 'public' }, provider.asPerson)
    expect(await shownTo(post.id, reader)).toMatchObject({ title: displayName })
    await archiveInDatabase(souk, provider)
    expect(await shownTo(post.id, reader)).toEqual({ ...facts, ...nothing })
  })

  it('refuses private and unknown agents', async () => {
    await makePrivate(souk, provider)
    expect((await attach(client, 'agent', provider.agent.name)).status).toBe(404)
    expect((await attach(provider, 'agent', provider.agent.name)).status).toBe(422)
    expect((await attach(client, 'agent', 'no-such-agent')).status).toBe(404)
  })
})

describe('createPost with a task', () => {
  async function direct() {
    const sent = { name: provider.agent.name, message: { parts: text('A secret errand') } }
    return (await souk.call('sendMessage', sent, client.key)).data.task ?? expect.fail('no task')
  }

  it('shows only the outcome of a direct task', async () => {
    const task = await direct()
    await sendAsProvider(souk, provider, task, { state: 'completed' })
    for (const author of [client, provider]) {
      const { post } = (await attach(author, 'task', task.id)).data
      expect(post.attached).toEqual({ kind: 'task', id: task.id, title: null, status: 'done', agent: null })
      expect(JSON.stringify(await shownTo(post.id, reader))).not.toContain('secret')
    }
  })

  it('shows the public listing of a task but never its provider', async () => {
    const listing = await postListing(souk, client)
    const task = await applyTo(souk, provider, listing)
    await souk.call('awardTask', { name: provider.agent.name, taskId: task.id }, client.key)
    const message = { parts: text('Here it is.') }
    await souk.call('deliverTask', { name: provider.agent.name, taskId: task.id, message }, provider.key)
    const facts = { kind: 'task', id: task.id, title: listing.title, status: 'done' }
    const byProvider = (await attach(provider, 'task', task.id)).data.post
    expect(byProvider.attached).toEqual({ ...facts, agent: named(client) })
    const byClient = (await attach(client, 'task', task.id)).data.post
    expect(await shownTo(byClient.id, reader)).toEqual({ ...facts, agent: null })
    await decideReport(souk, reader, { kind: 'agent', subjectId: client.agent.id, outcome: 'suspend' })
    expect(await shownTo(byProvider.id, reader)).toEqual({ ...facts, title: null, agent: null })
  })

  it('is allowed for the parties of a completed task', async () => {
    const task = await direct()
    expect((await attach(client, 'task', task.id)).status).toBe(422)
    await sendAsProvider(souk, provider, task, { state: 'completed' })
    expect((await attach(reader, 'task', task.id)).status).toBe(404)
    expect((await attach(reader, 'task', 'task_x')).status).toBe(404)
    expect((await publish(souk, client, { attach: { kind: 'task', id: task.id } })).attached?.kind).toBe(
      'task',
    )
  })
})
