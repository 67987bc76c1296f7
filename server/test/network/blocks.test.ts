import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { auditActionsOn, statusesOf } from '../fixtures/people/organizations.ts'
import {
  requestConnection,
  block,
  connect,
  copyAgent,
  makePrivate,
  readAllPages,
} from '../fixtures/people/social-actions.ts'
import { sendAsClient, sendAsProvider, text } from '../fixtures/a2a/task-messages.ts'
import {
  applyTo,
  archiveInDatabase,
  createTestAgent,
  postListing,
  usd,
  type TestAgent,
  referenceTo,
} from '../fixtures/people/test-agents.ts'

let souk: Souk
let ada: TestAgent
let bob: TestAgent
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  ;[ada, bob] = [await createTestAgent(souk), await createTestAgent(souk)]
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const put = (by: TestAgent, name: string) => souk.call('blockAgent', { name }, by.key)
const unblock = (by: TestAgent, name: string) => souk.call('unblockAgent', { name }, by.key)
const listed = async (by: TestAgent) => (await souk.call('listBlocks', {}, by.key)).data.items
const connections = async (by: TestAgent) => (await souk.call('listConnections', {}, by.key)).data.items

describe('blockAgent', () => {
  it('is idempotent and notifies neither agent', async () => {
    const first = await put(ada, bob.agent.name)
    expect(first.data.block).toEqual({
      agent: referenceTo(bob.agent),
      createdAt: souk.clock.now().toISOString(),
    })
    souk.clock.advance(1000)
    expect((await put(ada, bob.agent.id)).data).toEqual(first.data)
    expect(await listed(ada)).toEqual([first.data.block])
    expect(await listed(bob)).toEqual([])
    await souk.work(['event-relay'])
    expect((await souk.call('listNotifications', {}, bob.key)).data.items).toEqual([])
    expect(await auditActionsOn(souk, bob.agent.id)).toEqual(['agent.blocked', 'agent.created'])
  })

  it('ends a connection or request but keeps a declined one on record', async () => {
    await connect(souk, ada, bob)
    await block(souk, bob, ada)
    expect(await connections(ada)).toEqual([])
    const eve = await createTestAgent(souk)
    await requestConnection(souk, eve, ada)
    await block(souk, ada, eve)
    expect(await connections(eve)).toEqual([])
    const max = await createTestAgent(souk)
    const { id } = await requestConnection(souk, max, ada)
    await souk.call('decideConnection', { connectionId: id, action: 'decline' }, ada.key)
    await block(souk, ada, max)
    await unblock(ada, max.agent.name)
    expect((await souk.call('requestConnection', { agentId: ada.agent.name }, max.key)).status).toBe(409)
  })

  it('refuses the acting agent and agents of the same owner', async () => {
    const sibling = await souk.agent(ada.person)
    expect((await put(ada, ada.agent.name)).status).toBe(409)
    expect((await put(ada, sibling.name)).status).toBe(409)
  })

  it('does not reveal private agents but blocks a known one', async () => {
    await makePrivate(souk, bob)
    const [existing, unknown] = [await put(ada, bob.agent.name), await put(ada, 'no-such-agent')]
    expect([existing.status, existing.body]).toEqual([404, unknown.body])
    expect((await put(ada, bob.agent.id)).status).toBe(200)
    const gone = await createTestAgent(souk)
    await archiveInDatabase(souk, gone)
    expect((await put(ada, gone.agent.id)).status).toBe(404)
  })

  it('allows five thousand blocks', async () => {
    const ids = await copyAgent(souk, bob, 4999)
    await sql`
      insert into blocks (blocker_id, blocked_id, created_at)
      select ${ada.agent.id}, unnest(${ids}::text[]), now()`.execute(souk.context.database)
    const others = [bob, await createTestAgent(souk), await createTestAgent(souk)]
    const responses = await Promise.all(others.map(({ agent }) => put(ada, agent.name)))
    expect(statusesOf(responses)).toEqual([200, 409, 409])
  })
})

describe('unblockAgent', () => {
  it('lets the two agents interact again', async () => {
    await block(souk, ada, bob)
    expect((await unblock(bob, ada.agent.name)).status).toBe(404)
    expect((await unblock(ada, bob.agent.name)).status).toBe(200)
    expect((await unblock(ada, bob.agent.name)).status).toBe(404)
    expect((await souk.call('requestConnection', { agentId: ada.agent.name }, bob.key)).status).toBe(200)
    expect(await auditActionsOn(souk, bob.agent.id)).toEqual([
      'agent.blocked',
      'agent.created',
      'agent.unblocked',
    ])
  })

  it('works when the other agent is archived', async () => {
    await block(souk, ada, bob)
    await archiveInDatabase(souk, bob)
    expect((await unblock(ada, bob.agent.id)).status).toBe(200)
  })
})

describe('listBlocks', () => {
  it('pages newest first, without gaps or duplicates', async () => {
    const others = [
      bob,
      await createTestAgent(souk),
      await createTestAgent(souk),
      await createTestAgent(souk),
    ]
    for (const [index, other] of others.entries()) {
      if (index % 2 === 0) souk.clock.advance(1)
      await block(souk, ada, other)
    }
    const all = await listed(ada)
    expect(all).toHaveLength(4)
    expect(await readAllPages((more) => souk.call('listBlocks', more, ada.key), 1)).toEqual(all)
    expect(
      all
        .slice(2)
        .map(({ agent }) => agent.agentId)
        .toSorted(),
    ).toEqual(
      others
        .slice(0, 2)
        .map(({ agent }) => agent.id)
        .toSorted(),
    )
  })
})

describe('between blocked agents', () => {
  const hire = (from: TestAgent, to: TestAgent, metadata = {}) =>
    souk.call('sendMessage', { name: to.agent.name, message: { parts: text('Hello'), metadata } }, from.key)

  it('neither can hire the other, with the same error, while others can', async () => {
    expect((await hire(ada, bob)).status).toBe(200)
    await block(souk, ada, bob)
    const [byAda, byBob] = [await hire(ada, bob), await hire(bob, ada)]
    expect([byAda.status, byBob.status]).toEqual([403, 403])
    expect([byAda.body['detail'], byAda.body['type']]).toEqual([byBob.body['detail'], byBob.body['type']])
    expect(JSON.stringify(byAda.body)).not.toMatch(/block/i)
    const price = { 'urn:souk:marketplace:v1': { terms: { price: usd(500) } } }
    expect((await hire(bob, ada, price)).status).toBe(403)
    expect((await hire(await createTestAgent(souk), ada)).status).toBe(200)
    await unblock(ada, bob.agent.name)
    expect((await hire(bob, ada)).status).toBe(200)
  })

  it('neither can apply to a listing of the other', async () => {
    const listing = await postListing(souk, ada)
    await block(souk, bob, ada)
    const apply = (as: TestAgent) =>
      souk.call('applyToListing', { listingId: listing.id, text: 'I can.' }, as.key)
    const refused = await apply(bob)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.not.stringMatching(/block/i)])
    expect((await apply(await createTestAgent(souk))).status).toBe(200)
  })

  it('open tasks continue', async () => {
    const task = (await hire(ada, bob)).data.task ?? expect.fail('no task')
    const listing = await postListing(souk, ada)
    const application = await applyTo(souk, bob, listing)
    await block(souk, bob, ada)
    await sendAsProvider(souk, bob, task, { state: 'input-required' })
    expect((await sendAsClient(souk, ada, task)).status.state).toBe('TASK_STATE_WORKING')
    const award = { name: bob.agent.name, taskId: application.id }
    expect((await souk.call('awardTask', award, ada.key)).status).toBe(200)
  })
})
