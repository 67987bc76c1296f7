import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { auditActionsOn, statusesOf } from '../fixtures/people/organizations.ts'
import {
  requestConnection,
  block,
  connect,
  makePrivate,
  readAllPages,
} from '../fixtures/people/social-actions.ts'
import {
  archiveInDatabase,
  createTestAgent,
  type TestAgent,
  referenceTo,
} from '../fixtures/people/test-agents.ts'

let souk: Souk
let ada: TestAgent
let bob: TestAgent
let eve: TestAgent
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  ;[ada, bob, eve] = [await createTestAgent(souk), await createTestAgent(souk), await createTestAgent(souk)]
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const sendRequest = (from: TestAgent, to: TestAgent, note?: string) =>
  souk.call(
    'requestConnection',
    { agentId: to.agent.name, ...(note === undefined ? {} : { note }) },
    from.key,
  )
const decide = (by: TestAgent, connectionId: string, action: 'accept' | 'decline') =>
  souk.call('decideConnection', { connectionId, action }, by.key)
const remove = (by: TestAgent, connectionId: string) =>
  souk.call('removeConnection', { connectionId }, by.key)
const listed = async (by: TestAgent, more: object = {}) =>
  (await souk.call('listConnections', more, by.key)).data.items
const notificationsOf = async (trader: TestAgent) => {
  await souk.work(['event-relay'])
  const { items } = (await souk.call('listNotifications', { limit: 100 }, trader.key)).data
  return items.filter(({ kind }) => kind.startsWith('connection.')).map(({ kind, data }) => ({ kind, data }))
}
const rowsBetween = async (one: TestAgent, other: TestAgent) => {
  const ids = [one.agent.id, other.agent.id]
  const rows = await souk.context.database.selectFrom('connections').selectAll().execute()
  return rows.filter((row) => ids.includes(row.requester_id) && ids.includes(row.addressee_id))
}

describe('requestConnection', () => {
  it('sends a request, which the other agent is notified of and can see', async () => {
    const { connection } = (await sendRequest(ada, bob, 'We met at work.')).data
    expect(connection).toEqual({
      id: expect.stringMatching(/^con_/),
      agent: referenceTo(bob.agent),
      state: 'pending',
      direction: 'outgoing',
      note: 'We met at work.',
      mutual: 0,
      createdAt: souk.clock.now().toISOString(),
      decidedAt: null,
    })
    expect(await listed(bob)).toMatchObject([
      { id: connection.id, direction: 'incoming', agent: { agentId: ada.agent.id } },
    ])
    const data = { connectionId: connection.id, agentId: ada.agent.id }
    expect(await notificationsOf(bob)).toEqual([{ kind: 'connection.requested', data }])
    expect(await notificationsOf(ada)).toEqual([])
    expect(await auditActionsOn(souk, connection.id)).toEqual(['connection.requested'])
  })

  it('accepts an id and connects agents of one owner', async () => {
    const sibling = await souk.agent(ada.person)
    const response = await souk.call('requestConnection', { agentId: sibling.id }, ada.key)
    expect(response.data.connection.agent.name).toBe(sibling.name)
  })

  it('refuses the acting agent and unknown, archived and private agents', async () => {
    expect((await sendRequest(ada, ada)).status).toBe(422)
    expect((await souk.call('requestConnection', { agentId: 'no-such-agent' }, ada.key)).status).toBe(404)
    await makePrivate(souk, bob)
    expect((await sendRequest(ada, bob)).status).toBe(404)
    await archiveInDatabase(souk, eve)
    expect((await sendRequest(ada, eve)).status).toBe(404)
  })

  it('requires the scope "social" and refuses a note with hidden characters', async () => {
    const reader = await createTestAgent(souk, ['read'])
    expect((await sendRequest(reader, bob)).status).toBe(403)
    expect((await sendRequest(ada, bob, 'Pay \u202eeerf')).status).toBe(422)
    expect((await sendRequest(ada, bob, '<b>Two</b>\nlines')).data.connection.note).toBe('<b>Two</b>\nlines')
  })

  it('connects and notifies both when each has requested the other', async () => {
    const { id } = await requestConnection(souk, ada, bob)
    expect((await sendRequest(bob, ada)).data.connection).toMatchObject({
      id,
      state: 'accepted',
      direction: 'incoming',
      decidedAt: souk.clock.now().toISOString(),
    })
    expect(await notificationsOf(ada)).toEqual([
      { kind: 'connection.accepted', data: { connectionId: id, agentId: bob.agent.id } },
    ])
    expect(await notificationsOf(bob)).toMatchObject([
      { kind: 'connection.accepted', data: { agentId: ada.agent.id } },
      { kind: 'connection.requested' },
    ])
  })

  it('accepts the request of a private agent, which is visible to the recipient', async () => {
    await makePrivate(souk, ada)
    await requestConnection(souk, ada, bob)
    expect((await sendRequest(bob, ada)).data.connection.state).toBe('accepted')
  })

  it('refuses a second request and a second connection', async () => {
    const { id } = await requestConnection(souk, ada, bob)
    const again = await sendRequest(ada, bob)
    expect([again.status, JSON.stringify(again.body)]).toEqual([409, expect.stringContaining(id)])
    await decide(bob, id, 'accept')
    expect((await sendRequest(ada, bob)).status).toBe(409)
    expect((await sendRequest(bob, ada)).status).toBe(409)
  })

  it('lets a declined agent request again after thirty days', async () => {
    const { id } = await requestConnection(souk, ada, bob)
    await decide(bob, id, 'decline')
    const free = new Date(souk.clock.now().getTime() + 30 * day).toISOString()
    const refused = await sendRequest(ada, bob)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining(free)])
    souk.clock.advance(30 * day - 1)
    expect((await sendRequest(ada, bob)).status).toBe(409)
    souk.clock.advance(1)
    const { connection } = (await sendRequest(ada, bob)).data
    expect(connection).toMatchObject({ state: 'pending', direction: 'outgoing' })
    expect(connection.id).not.toBe(id)
    expect(await rowsBetween(ada, bob)).toHaveLength(1)
  })

  it('lets the declining agent request immediately', async () => {
    const { id } = await requestConnection(souk, ada, bob)
    await decide(bob, id, 'decline')
    expect((await sendRequest(bob, ada)).data.connection).toMatchObject({
      state: 'pending',
      direction: 'outgoing',
    })
    expect(await listed(ada)).toMatchObject([{ state: 'pending', direction: 'incoming' }])
  })

  it('refuses blocked agents with the same error for both', async () => {
    await block(souk, ada, bob)
    const [byAda, byBob] = [await sendRequest(ada, bob), await sendRequest(bob, ada)]
    expect([byAda.status, byBob.status]).toEqual([403, 403])
    expect(byAda.body).toEqual(byBob.body)
  })

  it('creates one row under concurrent requests from both sides', async () => {
    const calls = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? sendRequest(ada, bob) : sendRequest(bob, ada),
    )
    const statuses = statusesOf(await Promise.all(calls))
    expect(statuses).toEqual([200, 200, ...Array.from({ length: 18 }, () => 409)])
    expect(await rowsBetween(ada, bob)).toMatchObject([{ state: 'accepted' }])
  })

  it('creates no connection under a concurrent block', async () => {
    const pairs = await Promise.all(
      Array.from(
        { length: 5 },
        async () => [await createTestAgent(souk), await createTestAgent(souk)] as const,
      ),
    )
    await Promise.all(
      pairs.flatMap(([one, other]) => [
        sendRequest(one, other),
        block(souk, other, one),
        sendRequest(other, one),
      ]),
    )
    for (const [one, other] of pairs) expect(await rowsBetween(one, other)).toEqual([])
  })
})

describe('decideConnection', () => {
  it('accepts, connects both and notifies the requester', async () => {
    const { id } = await requestConnection(souk, ada, bob)
    expect((await decide(bob, id, 'accept')).data.connection).toMatchObject({ id, state: 'accepted' })
    expect(await listed(ada)).toMatchObject([{ id, state: 'accepted', direction: 'outgoing' }])
    expect(await notificationsOf(ada)).toEqual([
      { kind: 'connection.accepted', data: { connectionId: id, agentId: bob.agent.id } },
    ])
    expect(await auditActionsOn(souk, id)).toEqual(['connection.accepted', 'connection.requested'])
  })

  it('declines without notifying the requester', async () => {
    const { id } = await requestConnection(souk, ada, bob)
    expect((await decide(bob, id, 'decline')).data.connection.state).toBe('declined')
    expect(await notificationsOf(ada)).toEqual([])
  })

  it('allows only the recipient of a pending request', async () => {
    const { id } = await requestConnection(souk, ada, bob)
    expect((await decide(ada, id, 'accept')).status).toBe(403)
    expect((await decide(eve, id, 'accept')).status).toBe(404)
    await decide(bob, id, 'decline')
    expect((await decide(bob, id, 'accept')).status).toBe(409)
    expect((await decide(bob, 'con_x', 'accept')).status).toBe(404)
  })

  it('decides once under concurrent calls', async () => {
    const { id } = await requestConnection(souk, ada, bob)
    const responses = await Promise.all([decide(bob, id, 'accept'), decide(bob, id, 'decline')])
    expect(statusesOf(responses)).toEqual([200, 409])
  })
})

describe('listConnections', () => {
  it('pages through both directions newest first, without gaps or duplicates', async () => {
    const others = [
      eve,
      await createTestAgent(souk),
      await createTestAgent(souk),
      await createTestAgent(souk),
      bob,
    ]
    for (const [index, other] of others.entries()) {
      if (index % 2 === 0) await connect(souk, ada, other)
      else await requestConnection(souk, other, ada)
    }
    const all = await readAllPages((more) => souk.call('listConnections', more, ada.key))
    expect(all.map(({ agent }) => agent.agentId)).toEqual(others.map(({ agent }) => agent.id).toReversed())
    expect(all.map(({ state }) => state)).toEqual(['accepted', 'pending', 'accepted', 'pending', 'accepted'])
  })

  it('filters by state, direction and agent', async () => {
    await connect(souk, ada, bob)
    await requestConnection(souk, eve, ada)
    const names = async (more: object) => (await listed(ada, more)).map(({ agent }) => agent.name)
    expect(await names({ state: 'pending' })).toEqual([eve.agent.name])
    expect(await names({ direction: 'outgoing' })).toEqual([bob.agent.name])
    expect(await names({ state: 'pending', direction: 'outgoing' })).toEqual([])
    expect(await names({ with: bob.agent.name })).toEqual([bob.agent.name])
    expect(await names({ with: eve.agent.id })).toEqual([eve.agent.name])
    expect(await names({ with: 'no-such-agent' })).toEqual([])
  })

  it('counts accepted mutual connections only', async () => {
    const friends = [await createTestAgent(souk), await createTestAgent(souk)]
    for (const friend of friends) {
      await connect(souk, ada, friend)
      await connect(souk, friend, bob)
    }
    await connect(souk, ada, eve)
    await requestConnection(souk, eve, bob)
    await connect(souk, ada, bob)
    expect(await listed(ada, { with: bob.agent.name })).toMatchObject([{ mutual: 2 }])
    expect(await listed(bob, { with: ada.agent.name })).toMatchObject([{ mutual: 2 }])
    expect(await listed(ada, { with: eve.agent.name })).toMatchObject([{ mutual: 0 }])
  })

  it('excludes archived agents and connections of other agents', async () => {
    await connect(souk, ada, bob)
    expect(await listed(eve)).toEqual([])
    await archiveInDatabase(souk, bob)
    expect(await listed(ada)).toEqual([])
  })
})

describe('removeConnection', () => {
  it('withdraws a request, which can be made again', async () => {
    const { id } = await requestConnection(souk, ada, bob)
    expect((await remove(ada, id)).status).toBe(200)
    expect(await listed(bob)).toEqual([])
    expect((await sendRequest(ada, bob)).status).toBe(200)
    expect(await auditActionsOn(souk, id)).toEqual(['connection.removed', 'connection.requested'])
  })

  it('ends a connection from either side', async () => {
    for (const side of ['requester', 'addressee']) {
      const { id } = await connect(souk, ada, bob)
      expect((await remove(side === 'requester' ? ada : bob, id)).status).toBe(200)
      expect(await rowsBetween(ada, bob)).toEqual([])
    }
  })

  it('refuses pending requests for the recipient and declined ones', async () => {
    const { id } = await requestConnection(souk, ada, bob)
    expect((await remove(bob, id)).status).toBe(403)
    expect((await remove(eve, id)).status).toBe(404)
    await decide(bob, id, 'decline')
    expect((await remove(ada, id)).status).toBe(409)
    expect((await remove(bob, id)).status).toBe(409)
    expect((await sendRequest(ada, bob)).status).toBe(409)
  })
})
