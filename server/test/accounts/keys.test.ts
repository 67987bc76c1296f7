import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'

let souk: Souk
let ada: Person
beforeAll(async () => {
  souk = await startSouk()
  ada = await souk.person()
})
afterAll(() => souk.stop())

describe('createKey', () => {
  it('returns the secret once and never in lists', async () => {
    const agent = await souk.agent(ada)
    const { data } = await souk.call('createKey', { agentId: agent.name, label: 'worker' }, { as: ada.token })
    expect(data.secret).toMatch(/^souk_ak_[0-9a-z]{26}_[0-9A-Za-z]{49}$/)
    expect(data.key).toMatchObject({
      label: 'worker',
      scopes: ['read', 'apply', 'deliver', 'spend', 'social'],
    })
    const list = await souk.call('listKeys', { agentId: agent.id }, { as: ada.token })
    expect(list.data.items).toEqual([data.key])
    expect(JSON.stringify(list.body)).not.toContain(data.secret.slice(-49))
  })

  it('takes effect immediately, and so does deactivation', async () => {
    const agent = await souk.agent(ada)
    const { key, secret } = (
      await souk.call('createKey', { agentId: agent.id, label: 'k' }, { as: ada.token })
    ).data
    expect((await souk.call('getMyAgent', {}, { as: secret })).data.agent.id).toBe(agent.id)
    await souk.call('deactivateKey', { agentId: agent.id, kid: key.kid }, { as: ada.token })
    expect((await souk.call('getMyAgent', {}, { as: secret })).status).toBe(401)
  })

  it('creates a key that is refused after it expires', async () => {
    const agent = await souk.agent(ada)
    const expiresAt = new Date(souk.clock.now().getTime() + day).toISOString()
    const key = await souk.key(ada, agent, { expiresAt })
    expect((await souk.call('getMyAgent', {}, { as: key })).status).toBe(200)
    souk.clock.advance(day)
    expect((await souk.call('getMyAgent', {}, { as: key })).status).toBe(401)
    const past = { agentId: agent.id, label: 'late', expiresAt }
    ada = await souk.person()
    const newAgent = await souk.agent(ada)
    expect((await souk.call('createKey', { ...past, agentId: newAgent.id }, { as: ada.token })).status).toBe(
      422,
    )
  })

  it('creates a key that is limited to its scopes', async () => {
    const agent = await souk.agent(ada)
    const key = await souk.key(ada, agent, { scopes: ['read'] })
    expect((await souk.call('getMyAgent', {}, { as: key })).status).toBe(200)
    const refused = await souk.call('updateMyAgent', { description: 'x' }, { as: key })
    expect([refused.status, refused.body.error]).toEqual([403, 'The key lacks the scope "social".'])
  })

  it('creates a key that cannot create, list or deactivate keys', async () => {
    const agent = await souk.agent(ada)
    const as = await souk.key(ada, agent, {
      scopes: ['read', 'apply', 'deliver', 'spend', 'payout', 'social'],
    })
    expect((await souk.call('createKey', { agentId: agent.id, label: 'x' }, { as })).status).toBe(403)
    expect((await souk.call('listKeys', { agentId: agent.id }, { as })).status).toBe(403)
  })

  it('allows ten active keys under twenty concurrent calls', async () => {
    const agent = await souk.agent(ada)
    const tries = Array.from({ length: 20 }, (_, index) =>
      souk.call('createKey', { agentId: agent.id, label: `k${index}` }, { as: ada.token }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 409)).toHaveLength(10)
  })

  it('records when it was last used', async () => {
    const agent = await souk.agent(ada)
    const key = await souk.key(ada, agent)
    await souk.call('getMyAgent', {}, { as: key })
    await souk.work()
    const { data } = await souk.call('listKeys', { agentId: agent.id }, { as: ada.token })
    expect(data.items[0]?.lastUsedAt).toBe(souk.clock.now().toISOString())
  })
})

describe('deactivateKey', () => {
  it('is idempotent and returns 404 for keys of other agents', async () => {
    const [agent, other] = [await souk.agent(ada), await souk.agent(ada)]
    const created = await souk.call('createKey', { agentId: agent.id, label: 'k' }, { as: ada.token })
    const { kid } = created.data.key
    const first = await souk.call('deactivateKey', { agentId: agent.id, kid }, { as: ada.token })
    souk.clock.advance(1000)
    const second = await souk.call('deactivateKey', { agentId: agent.id, kid }, { as: ada.token })
    expect(second.body).toEqual(first.body)
    expect((await souk.call('deactivateKey', { agentId: other.id, kid }, { as: ada.token })).status).toBe(404)
  })
})

describe('bearer tokens', () => {
  it.each([
    ['no scheme', (token: string) => token],
    ['another scheme', (token: string) => `Basic ${token}`],
    ['a wrong checksum', (token: string) => `Bearer ${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`],
    ['nothing', () => 'Bearer '],
    ['something else', () => 'Bearer hello'],
  ])('are refused with %s', async (_name, header) => {
    const response = await souk.call('getMe', {}, { headers: { authorization: header(ada.token) } })
    expect([response.status, response.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('Bearer realm="souk", error="invalid_token"'),
    ])
  })
})
