import { sql } from 'kysely'
import type { Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { minute, second } from '../../src/lib/clock.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { callDuringArchiving } from '../fixtures/people/call-during-archiving.ts'
import {
  applyTo,
  archiveInDatabase,
  marketOf,
  createTestAgent,
  postListing,
  usd,
  type TestAgent,
  referenceTo,
} from '../fixtures/people/test-agents.ts'

const named = (id: string) => ({ id, name: `Skill ${id}`, description: 'Does it.', tags: ['x'] })
const skills = [named('de-en'), named('proofs')]
const hidden = { ...named('secret'), private: true }

let souk: Souk
let trade: TaskFixture
let subject: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
  subject = trade.provider
  await souk.call('updateMyAgent', { skills: [...skills, hidden] }, subject.asPerson)
})
afterAll(() => souk.stop())
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})

const endorse = (by: TestAgent, input: object = {}) =>
  souk.call('endorseAgent', { name: subject.agent.name, skill: 'de-en', ...input }, by.key)
const endorsements = async (query: object = {}) =>
  (await souk.call('listEndorsements', { name: subject.agent.name, ...query })).data
const recommend = (by: TestAgent, input: object = {}) =>
  souk.call('recommendAgent', { name: subject.agent.name, text: 'Good work.', ...input }, by.key)
const trustOf = async ({ agent }: TestAgent) =>
  (await souk.call('getAgent', { name: agent.name })).data.agent.trust ?? fail('no trust')
const endorsed = async (by: TestAgent = subject) =>
  Object.fromEntries((await trustOf(by)).endorsements.map(({ skill, count }) => [skill, count]))
const notified = async ({ key }: TestAgent, kind: string) => {
  await souk.work(['event-relay'])
  const { items } = (await souk.call('listNotifications', {}, key)).data
  return items.filter((item) => item.kind === kind).map(({ data }) => data)
}
const block = async (blocker: TestAgent, blocked: TestAgent) => {
  await sql`insert into blocks (blocker_id, blocked_id, created_at)
    values (${blocker.agent.id}, ${blocked.agent.id}, ${souk.clock.now()})`.execute(souk.context.database)
}
/** A free task, completed immediately. */
const complete = async (client: TestAgent, provider: TestAgent): Promise<Task> => {
  const { name } = provider.agent
  const message = { parts: [{ text: 'Please' }] }
  const input = { name, message, configuration: { returnImmediately: true } }
  const task = (await souk.call('sendMessage', input, client.key)).data.task ?? fail('no task')
  await souk.call(
    'deliverTask',
    { name, taskId: task.id, message: { parts: [{ text: 'Here' }] } },
    provider.key,
  )
  return task
}

describe('endorseAgent', () => {
  it('adds an endorsement to the skill and notifies the agent', async () => {
    const friend = await createTestAgent(souk)
    const { endorsement } = (await endorse(friend, { note: 'Precise\u202e' })).data
    expect(endorsement).toEqual({
      id: expect.stringMatching(/^end_/),
      skill: 'de-en',
      skillName: 'Skill de-en',
      from: referenceTo(friend.agent),
      note: 'Precise\u202e',
      flags: ['hidden-characters'],
      verified: false,
      createdAt: souk.clock.now().toISOString(),
    })
    expect(await endorsed()).toEqual({ 'de-en': 1, proofs: 0 })
    expect(await notified(subject, 'agent.endorsed')).toEqual([
      { endorsementId: endorsement.id, skill: 'de-en', agentId: friend.agent.id },
    ])
    expect((await endorsements()).items).toEqual([endorsement])
  })

  it('accepts one endorsement per skill under concurrent calls', async () => {
    const eager = await createTestAgent(souk)
    const responses = await Promise.all(Array.from({ length: 5 }, () => endorse(eager)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect((await endorse(eager, { skill: 'proofs' })).status).toBe(200)
  })

  it('counts each owner once for several agents', async () => {
    const before = await endorsed()
    const { person } = await createTestAgent(souk)
    for (let index = 0; index < 3; index++) {
      const agent = await souk.agent(person)
      const input = { name: subject.agent.name, skill: 'proofs' }
      expect((await souk.call('endorseAgent', input, { as: person.token, agent: agent.id })).status).toBe(200)
    }
    expect(await endorsed()).toEqual({ ...before, proofs: (before['proofs'] ?? 0) + 1 })
  })

  it('lists the public skills when the skill is unknown', async () => {
    const friend = await createTestAgent(souk)
    for (const skill of ['secret', 'nonsense']) {
      const { status, body } = await endorse(friend, { skill })
      expect([status, body]).toMatchObject([422, { hint: 'Choose one of: de-en, proofs.' }])
    }
    expect((await endorse(friend, { name: friend.agent.name })).status).toBe(403)
    const bare = await createTestAgent(souk)
    const { body } = await endorse(friend, { name: bare.agent.name })
    expect(body).toMatchObject({ hint: 'Choose an agent that lists skills.' })
  })

  it('refuses agents of one owner and blocked agents, without revealing the blocker', async () => {
    const sister = await souk.agent(subject.person)
    const as = { as: subject.person.token, agent: sister.id }
    const fields = { name: subject.agent.name, skill: 'de-en', text: 'Mine' }
    const apart = [await createTestAgent(souk), await createTestAgent(souk)] as const
    await block(apart[0], subject)
    await block(subject, apart[1])
    for (const operation of ['endorseAgent', 'recommendAgent'] as const) {
      const { text, skill, ...rest } = fields
      const input = operation === 'endorseAgent' ? { ...rest, skill } : { ...rest, text }
      expect((await souk.call(operation, input, as)).status).toBe(403)
      const refusals = await Promise.all(apart.map(({ key }) => souk.call(operation, input, key)))
      const [refusal, otherRefusal] = refusals.map(({ status, body }) => [status, body['error']])
      expect(refusal).toEqual([403, 'Your agent cannot endorse or recommend this one.'])
      expect(otherRefusal).toEqual(refusal)
    }
  })

  it('returns 404 for private and unknown agents', async () => {
    const privateAgent = await createTestAgent(souk)
    await souk.call('updateMyAgent', { visibility: 'private', skills }, privateAgent.asPerson)
    const friend = await createTestAgent(souk)
    for (const name of [privateAgent.agent.name, privateAgent.agent.id, 'no-such-agent']) {
      expect((await endorse(friend, { name })).status).toBe(404)
      expect((await recommend(friend, { name })).status).toBe(404)
      expect((await souk.call('listEndorsements', { name }, friend.key)).status).toBe(404)
      expect((await souk.call('listRecommendations', { name })).status).toBe(404)
    }
    expect(
      (await souk.call('listEndorsements', { name: privateAgent.agent.name }, privateAgent.key)).status,
    ).toBe(200)
  })
})

describe('an author that is being archived', () => {
  it('cannot endorse or recommend', async () => {
    const [endorser, client] = [await createTestAgent(souk), await createTestAgent(souk)]
    await complete(client, subject)
    expect((await callDuringArchiving(souk, endorser, () => endorse(endorser))).status).toBe(409)
    expect((await callDuringArchiving(souk, client, () => recommend(client))).status).toBe(409)
  })
})

describe('listEndorsements', () => {
  it('lists newest first by skill and excludes archived agents', async () => {
    const [first, next, gone] = [
      await createTestAgent(souk),
      await createTestAgent(souk),
      await createTestAgent(souk),
    ]
    const before = await endorsed()
    for (const by of [first, next, gone]) await endorse(by, { skill: 'proofs' })
    await archiveInDatabase(souk, gone)
    const { items } = await endorsements({ skill: 'proofs', limit: 2 })
    expect(items.map(({ from }) => from.agentId)).toEqual([next.agent.id, first.agent.id])
    expect(new Set((await endorsements({ skill: 'proofs' })).items.map(({ skill }) => skill))).toEqual(
      new Set(['proofs']),
    )
    expect(await endorsed()).toEqual({ ...before, proofs: (before['proofs'] ?? 0) + 2 })
    const { nextCursor } = await endorsements({ limit: 1 })
    expect((await endorsements({ limit: 1, cursor: nextCursor })).items[0]?.from.agentId).toBe(first.agent.id)
  })

  it('keeps endorsements of removed skills without name and count', async () => {
    const endorser = await createTestAgent(souk)
    await souk.call('updateMyAgent', { skills }, endorser.asPerson)
    await endorse(subject, { name: endorser.agent.name })
    await souk.call('updateMyAgent', { skills: skills.slice(1) }, endorser.asPerson)
    const { items } = (await souk.call('listEndorsements', { name: endorser.agent.name })).data
    expect(items).toMatchObject([{ skill: 'de-en', skillName: null }])
    expect(await endorsed(endorser)).toEqual({ proofs: 0 })
  })

  it('marks endorsers with a completed task in either role as verified', async () => {
    const [client, provider, other] = [
      await createTestAgent(souk),
      await createTestAgent(souk),
      await createTestAgent(souk),
    ]
    for (const by of [client, provider, other]) await endorse(by)
    await complete(client, subject)
    await complete(subject, provider)
    await trade.hire(0)
    const { items } = await endorsements({ limit: 3 })
    expect(items.map(({ verified }) => verified)).toEqual([false, true, true])
  })
})

describe('withdrawEndorsement', () => {
  it('withdraws own endorsements only, below the endorsed agent', async () => {
    const [friend, other] = [await createTestAgent(souk), await createTestAgent(souk)]
    const { id: endorsementId } = (await endorse(friend)).data.endorsement
    const withdraw = (by: TestAgent, name = subject.agent.name, id = endorsementId) =>
      souk.call('withdrawEndorsement', { name, endorsementId: id }, by.key)
    expect((await withdraw(other)).status).toBe(403)
    expect((await withdraw(subject)).status).toBe(403)
    expect((await withdraw(friend, other.agent.name)).status).toBe(404)
    expect((await withdraw(other, 'no-such-agent')).status).toBe(404)
    expect((await withdraw(friend, subject.agent.name, 'end_x')).status).toBe(404)
    expect((await withdraw(friend)).data).toEqual({ done: true })
    expect((await withdraw(friend)).status).toBe(404)
    expect((await endorse(friend)).status).toBe(200)
  })

  it('works when the agent has become hidden', async () => {
    const privateAgent = await createTestAgent(souk)
    await souk.call('updateMyAgent', { skills }, privateAgent.asPerson)
    const friend = await createTestAgent(souk)
    const { name } = privateAgent.agent
    const { id: endorsementId } = (await endorse(friend, { name })).data.endorsement
    await souk.call('updateMyAgent', { visibility: 'private' }, privateAgent.asPerson)
    const withdraw = (by: TestAgent) => souk.call('withdrawEndorsement', { name, endorsementId }, by.key)
    expect((await withdraw(subject)).status).toBe(404)
    expect((await withdraw(friend)).status).toBe(200)
  })
})

describe('recommendAgent', () => {
  it('creates a recommendation for paid work and notifies the agent', async () => {
    const task = await trade.deliver(await trade.hire(1000))
    await souk.call('acceptTask', { name: subject.agent.name, taskId: task.id }, trade.client.key)
    const { recommendation } = (await recommend(trade.client)).data
    const { agent } = trade.client
    expect(recommendation).toEqual({
      id: expect.stringMatching(/^rec_/),
      from: referenceTo(agent),
      role: 'client',
      text: 'Good work.',
      flags: [],
      verified: true,
      paid: true,
      taskId: task.id,
      createdAt: souk.clock.now().toISOString(),
    })
    expect(await notified(subject, 'agent.recommended')).toEqual([
      { recommendationId: recommendation.id, agentId: agent.id },
    ])
    expect((await trustOf(subject)).recommendations).toBe(1)
  })

  it('requires a completed task of both agents', async () => {
    const friend = await createTestAgent(souk)
    expect((await recommend(friend)).status).toBe(403)
    const message = { parts: [{ text: 'Please' }] }
    const input = { name: subject.agent.name, message, configuration: { returnImmediately: true } }
    const { id: taskId } = (await souk.call('sendMessage', input, friend.key)).data.task ?? fail('no task')
    for (const fields of [{}, { taskId }]) expect((await recommend(friend, fields)).status).toBe(403)
    await souk.call('cancelTask', { name: subject.agent.name, taskId }, friend.key)
    expect((await recommend(friend, { taskId })).status).toBe(403)
    const { id: foreign } = await complete(await createTestAgent(souk), subject)
    for (const other of [foreign, 'task_x'])
      expect((await recommend(friend, { taskId: other })).status).toBe(404)
  })

  it('uses the latest task without a recommendation, once per side', async () => {
    const [friend, worker] = [await createTestAgent(souk), await createTestAgent(souk)]
    const first = await complete(friend, worker)
    souk.clock.advance(minute)
    const last = await complete(friend, worker)
    const say = (by: TestAgent, about: TestAgent, input: object = {}) =>
      recommend(by, { name: about.agent.name, ...input })
    expect((await say(friend, worker)).data.recommendation).toMatchObject({ taskId: last.id, paid: false })
    expect((await say(friend, worker, { taskId: last.id })).status).toBe(409)
    expect((await say(friend, worker)).data.recommendation.taskId).toBe(first.id)
    expect((await say(friend, worker)).status).toBe(409)
    const responses = await Promise.all([0, 1, 2, 3].map(() => say(worker, friend, { taskId: first.id })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const { data } = await souk.call('listRecommendations', { name: friend.agent.name })
    expect(data.items).toMatchObject([{ role: 'provider', from: { agentId: worker.agent.id } }])
    expect([(await trustOf(worker)).recommendations, (await trustOf(friend)).recommendations]).toEqual([1, 1])
  })
})

describe('listRecommendations', () => {
  it('lists newest first, with the task for its parties only', async () => {
    const [client, gone, worker] = [
      await createTestAgent(souk),
      await createTestAgent(souk),
      await createTestAgent(souk),
    ]
    const { name } = worker.agent
    const { id: taskId } = await complete(client, worker)
    const { id } = (await recommend(client, { name })).data.recommendation
    await complete(gone, worker)
    await recommend(gone, { name })
    const seenBy = async (by: { as?: string | undefined }) =>
      (await souk.call('listRecommendations', { name }, by)).data.items.map((item) => item.taskId)
    expect(await seenBy(worker.key)).toEqual([expect.stringMatching(/^task_/), taskId])
    await archiveInDatabase(souk, gone)
    for (const party of [worker.key, client.key]) expect(await seenBy(party)).toEqual([taskId])
    for (const other of [{}, subject.key]) expect(await seenBy(other)).toEqual([null])
    expect((await trustOf(worker)).recommendations).toBe(1)
    const withdraw = (by: TestAgent) =>
      souk.call('withdrawRecommendation', { name, recommendationId: id }, by.key)
    expect([(await withdraw(subject)).status, (await withdraw(client)).status]).toEqual([403, 200])
    expect((await withdraw(client)).status).toBe(404)
    expect(await seenBy({})).toEqual([])
  })
})

describe('trust', () => {
  it('is the same on profiles, in search and on cards', async () => {
    await souk.work(['event-relay', 'reputation'])
    const trust = await trustOf(subject)
    expect(trust).toMatchObject({ provider: { completed: 1, clients: 1 }, ownerVerified: false })
    expect((await souk.call('getMyAgent', {}, subject.key)).data.agent.trust).toEqual(trust)
    const { items } = (await souk.call('listAgents', { q: subject.agent.name })).data
    expect(items[0]?.trust).toEqual(trust)
    const { agents } = (await souk.call('discoverAgents', { capability: subject.agent.name })).data
    const work = { completedTasks: '1', clients: '1', failedTasks: '0' }
    expect(agents[0]?.card.capabilities.extensions[0]?.params).toMatchObject(work)
    const extended = await souk.call('getExtendedAgentCard', { name: subject.agent.name }, trade.client.key)
    expect(extended.data.capabilities.extensions[0]?.params).toMatchObject({ ...work, recommendations: '1' })
  })

  it('updates the card when paid work is counted', async () => {
    const read = () => souk.call('getAgentCard', { name: subject.agent.name })
    const before = await read()
    souk.clock.advance(minute)
    const task = await trade.deliver(await trade.hire(1000))
    await souk.call('acceptTask', { name: subject.agent.name, taskId: task.id }, trade.client.key)
    await souk.work(['event-relay', 'reputation'])
    const after = await read()
    expect(after.headers['last-modified']).toBe(souk.clock.now().toUTCString())
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
  })

  it('accepts every valid skill id', async () => {
    const odd = await createTestAgent(souk)
    await souk.call('updateMyAgent', { skills: [named('constructor')] }, odd.asPerson)
    expect(await endorsed(odd)).toEqual({ constructor: 0 })
    await endorse(subject, { name: odd.agent.name, skill: 'constructor' })
    expect(await endorsed(odd)).toEqual({ constructor: 1 })
  })

  it('shows whether an agent is present and its owner verified', async () => {
    const quiet = await createTestAgent(souk)
    expect(await trustOf(quiet)).toMatchObject({ live: false, ownerVerified: false })
    await souk.call('listTasks', { name: quiet.agent.name }, quiet.key)
    expect(await trustOf(quiet)).toMatchObject({ live: true })
    souk.clock.advance(31 * second)
    expect(await trustOf(quiet)).toMatchObject({ live: false })
    const owner = await souk.person({ verified: true })
    const { name } = await souk.agent(owner)
    expect((await souk.call('getAgent', { name })).data.agent.trust?.ownerVerified).toBe(true)
  })

  it('is included for the client of a listing, and for applicants to the client only', async () => {
    const { client } = trade
    const known = await trustOf(client)
    const listing = await postListing(souk, client, { budget: usd(1000) })
    expect(listing.client.reputation).toEqual({ provider: known.provider, client: known.client })
    expect(listing.client.reputation.client.settled).toBe(2)
    const [listed] = (await souk.call('listListings', { q: 'translate' })).data.items
    expect(listed?.client.reputation).toEqual(listing.client.reputation)
    const task = await applyTo(souk, subject, listing)
    const address = { name: subject.agent.name, taskId: task.id }
    const { provider } = await trustOf(subject)
    const applications = async (by: TestAgent) =>
      (await souk.call('listListingTasks', { listingId: listing.id }, by.key)).data.items.map(marketOf)
    const seen = async (by: TestAgent) => marketOf((await souk.call('getTask', address, by.key)).data)
    const shown = { reputation: { provider: { ...provider, completed: 2 } } }
    expect([await applications(client), await seen(client)]).toMatchObject([[shown], shown])
    for (const market of [...(await applications(subject)), await seen(subject), marketOf(task)]) {
      expect(market).not.toHaveProperty('reputation')
    }
    await souk.call('awardTask', address, client.key)
    expect(await seen(client)).not.toHaveProperty('reputation')
  })
})
