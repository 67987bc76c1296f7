import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { day } from '../../src/lib/clock.ts'
import { call, startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { lockWaiters } from '../fixtures/database/lock-waiters.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'
import { startNode } from '../fixtures/processes/nodes.ts'
import { testSecretKey } from '../fixtures/secret-key.ts'

let souk: Souk
let ada: Person
beforeAll(async () => {
  souk = await startSouk()
  ada = await souk.person()
})
afterAll(() => souk.stop())

const keyed = (as: string | undefined, key: string) => ({ as, headers: { 'idempotency-key': key } })

describe('Idempotency-Key', () => {
  it('replays the first response, including secrets, and runs once', async () => {
    const agent = await souk.agent(ada)
    const options = keyed(ada.token, randomUUID())
    const first = await souk.call('createKey', { agentId: agent.id, label: 'once' }, options)
    const second = await souk.call('createKey', { agentId: agent.id, label: 'once' }, options)
    expect(second.body).toEqual(first.body)
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ])
    expect((await souk.call('listKeys', { agentId: agent.id }, { as: ada.token })).data.items).toHaveLength(1)
  })

  it('stores no secret in plain text', async () => {
    const agent = await souk.agent(ada)
    const { data } = await souk.call(
      'createKey',
      { agentId: agent.id, label: 'x' },
      keyed(ada.token, randomUUID()),
    )
    const rows = await souk.context.database.selectFrom('idempotency_keys').select('reply').execute()
    expect(Buffer.concat(rows.map(({ reply }) => reply)).includes(data.secret)).toBe(false)
  })

  it('refuses the same key for another body, route or agent', async () => {
    const [agent, other] = [await souk.agent(ada), await souk.agent(ada)]
    const options = keyed(ada.token, randomUUID())
    await souk.call('createKey', { agentId: agent.id, label: 'one' }, options)
    expect((await souk.call('createKey', { agentId: agent.id, label: 'two' }, options)).status).toBe(422)
    expect((await souk.call('createKey', { agentId: other.id, label: 'one' }, options)).status).toBe(422)
    expect((await souk.call('createMyAgent', { name: 'other-route' }, options)).status).toBe(422)
  })

  it('is scoped to the caller', async () => {
    const grace = await souk.person()
    const key = randomUUID()
    const mine = await souk.call('createMyAgent', { name: 'mine-alone' }, keyed(ada.token, key))
    const hers = await souk.call('createMyAgent', { name: 'hers-alone' }, keyed(grace.token, key))
    expect([mine.status, hers.status]).toEqual([200, 200])
  })

  it('does not store a refusal', async () => {
    const options = keyed(ada.token, randomUUID())
    const agent = await souk.agent(ada)
    const refused = await souk.call('createKey', { agentId: 'unknown-agent', label: 'x' }, options)
    const allowed = await souk.call('createKey', { agentId: agent.id, label: 'x' }, options)
    expect([refused.status, allowed.status]).toEqual([404, 200])
  })

  it('stores nothing for a call with a credential in its body; a repeated call runs again', async () => {
    const input = { email: 'twice@example.com', password: 'violet tram ninety one', displayName: 'Twice' }
    const options = keyed(undefined, randomUUID())
    expect((await souk.call('registerUser', input, options)).status).toBe(200)
    expect((await souk.call('registerUser', input, options)).status).toBe(409)
    const { email, password } = input
    const [first, second] = [
      await souk.call('createSession', { email, password }, options),
      await souk.call('createSession', { email, password }, options),
    ]
    expect(second.data.token).not.toBe(first.data.token)
    expect((await souk.call('createSession', { email, password: 'wrong' }, options)).status).toBe(401)
    const rows = await souk.context.database
      .selectFrom('idempotency_keys')
      .select('route')
      .where('key', '=', options.headers['idempotency-key'])
      .execute()
    expect(rows).toEqual([])
  })

  it('works across a change of the secret key', async () => {
    const agent = await souk.agent(ada)
    const options = keyed(ada.token, randomUUID())
    const input = { agentId: agent.id, label: 'rotated' }
    const first = await souk.call('createKey', input, options)
    const node = await startNode(souk, {
      secretKey: 'the secret key that takes its place, long enough',
      otherSecretKey: testSecretKey,
    })
    const otherNode = await buildApp(node.context)
    const second = await call(otherNode, 'createKey', input, options)
    expect([second.status, second.headers['idempotent-replayed'], second.body]).toEqual([
      200,
      'true',
      first.body,
    ])
    expect((await call(otherNode, 'createKey', { ...input, label: 'other' }, options)).status).toBe(422)
    await otherNode.close()
    await node.stop()
  })

  it('runs one of many concurrent calls; the others get its response or 409', async () => {
    const options = keyed(ada.token, randomUUID())
    const tries = Array.from({ length: 12 }, () =>
      souk.call('createMyAgent', { name: 'at-once-agent' }, options),
    )
    const responses = await Promise.all(tries)
    const ids = new Set(responses.filter(({ status }) => status === 200).map(({ data }) => data.agent.id))
    expect(ids.size).toBe(1)
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true)
  })

  it('returns 409 to a call whose key another call has stored in one statement meanwhile', async () => {
    const [client, provider] = [await createTestAgent(souk), await createTestAgent(souk)]
    const options = keyed(client.key.as, randomUUID())
    const post = () => souk.call('createPost', { text: 'Hello' }, options)
    const message = { role: 'user', parts: text('Please translate') }
    const { database } = souk.context
    const posting = await database.transaction().execute(async (held) => {
      await sql`lock table posts in share row exclusive mode`.execute(held)
      const running = post()
      await expect.poll(() => lockWaiters(database)).toHaveLength(1)
      const sent = await souk.call('sendMessage', { name: provider.agent.name, message }, options)
      expect(sent.status).toBe(200)
      return { running }
    })
    expect((await posting.running).status).toBe(409)
    expect((await post()).status).toBe(422)
    expect((await souk.call('listPosts', { author: client.agent.id }, client.key)).data.items).toEqual([])
  })

  it('expires after a day', async () => {
    const options = keyed(ada.token, randomUUID())
    await souk.call('createMyAgent', { name: 'short-memory' }, options)
    souk.clock.advance(day + 1)
    await souk.work()
    expect((await souk.call('createMyAgent', { name: 'short-memory' }, options)).status).toBe(409)
  })

  it.each(['', 'with space', 'ü', 'x'.repeat(256)])('refuses the key %j', async (key) => {
    const response = await souk.call('createMyAgent', { name: 'odd-key-agent' }, keyed(ada.token, key))
    expect(response.status).toBe(400)
  })
})
