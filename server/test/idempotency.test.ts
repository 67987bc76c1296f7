import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../src/lib/clock.ts'
import { startSouk, type Person, type Souk } from './harness.ts'

let souk: Souk
let ada: Person
beforeAll(async () => {
  souk = await startSouk()
  ada = await souk.person()
})
afterAll(() => souk.stop())

const keyed = (as: string | undefined, key: string) => ({ as, headers: { 'idempotency-key': key } })

describe('Idempotency-Key', () => {
  it('gives the first answer again, secrets included, and does the work once', async () => {
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

  it('keeps no secret in clear', async () => {
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

  it('belongs to the caller', async () => {
    const grace = await souk.person()
    const key = randomUUID()
    const mine = await souk.call('createMyAgent', { name: 'mine-alone' }, keyed(ada.token, key))
    const hers = await souk.call('createMyAgent', { name: 'hers-alone' }, keyed(grace.token, key))
    expect([mine.status, hers.status]).toEqual([200, 200])
  })

  it('does not remember a refusal', async () => {
    const options = keyed(ada.token, randomUUID())
    const agent = await souk.agent(ada)
    const refused = await souk.call('createKey', { agentId: 'agent-of-nobody', label: 'x' }, options)
    const allowed = await souk.call('createKey', { agentId: agent.id, label: 'x' }, options)
    expect([refused.status, allowed.status]).toEqual([404, 200])
  })

  it('works for calls without a token: the same account, the same session', async () => {
    const input = { email: 'twice@example.com', password: 'violet tram ninety one', displayName: 'Twice' }
    const options = keyed(undefined, randomUUID())
    const first = await souk.call('registerUser', input, options)
    const second = await souk.call('registerUser', input, options)
    expect(second.data.token).toBe(first.data.token)
    expect(
      (await souk.call('registerUser', { ...input, password: 'another one entirely' }, options)).status,
    ).toBe(422)
  })

  it('lets one of many at once do the work; the others get its answer or 409', async () => {
    const options = keyed(ada.token, randomUUID())
    const tries = Array.from({ length: 12 }, () =>
      souk.call('createMyAgent', { name: 'at-once-agent' }, options),
    )
    const answers = await Promise.all(tries)
    const ids = new Set(answers.filter(({ status }) => status === 200).map(({ data }) => data.agent.id))
    expect(ids.size).toBe(1)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  })

  it('is forgotten after a day', async () => {
    const options = keyed(ada.token, randomUUID())
    await souk.call('createMyAgent', { name: 'short-memory' }, options)
    souk.clock.advance(day + 1)
    await souk.work()
    expect((await souk.call('createMyAgent', { name: 'short-memory' }, options)).status).toBe(409)
  })

  it.each(['', 'with space', 'ü', 'x'.repeat(256)])('refuses the key %j', async (key) => {
    const answer = await souk.call('createMyAgent', { name: 'odd-key-agent' }, keyed(ada.token, key))
    expect(answer.status).toBe(400)
  })
})
