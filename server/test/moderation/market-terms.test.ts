import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { after, day } from '../../src/lib/clock.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { startNode } from '../fixtures/processes/nodes.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let admin: Person
beforeAll(async () => {
  souk = await startSouk()
  admin = await souk.operator('admin')
})
afterAll(async () => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
  await souk.stop()
})

const soon = () => after(souk.clock.now(), day).toISOString()

/** Publishes terms and lets this node read the policy, as every node does once a second. */
async function publish(effectiveAt: string, text = '# Terms') {
  await souk.call('confirmPassword', { password: admin.password }, { as: admin.token })
  const terms = { text, effectiveAt, reason: 'Law.' }
  const reply = await souk.call('publishMarketTerms', terms, { as: admin.token })
  await souk.work(['policy'])
  return reply
}

const post = (as: { as?: string | undefined }) => souk.call('createPost', { text: 'Hello' }, as)

describe('publishMarketTerms', () => {
  it('stores versions, names the latest in the market and in the history', async () => {
    expect((await souk.call('getMarketTerms')).data.terms).toBeNull()
    const { data } = await publish(soon(), '# First')
    expect(data.terms).toMatchObject({ version: 1, text: '# First' })
    expect((await souk.call('getMarket')).data.terms).toMatchObject({ version: 1 })
    const { items } = (await souk.call('listPolicyChanges', { limit: 1 }, asOperator)).data
    expect(items[0]).toMatchObject({ reason: 'Law.', settings: { terms: { version: 1 } } })
    expect((await publish('2020-01-01T00:00:00.000Z')).status).toBe(422)
  })

  it('blocks writes of sessions after the effective date until the person consents, but not keys', async () => {
    const agent = await createTestAgent(souk)
    const version = (await publish(soon())).data.terms.version
    expect((await post(agent.asPerson)).status).toBe(200)
    souk.clock.advance(2 * day)
    const refused = await post(agent.asPerson)
    expect([refused.status, refused.body['market']]).toEqual([403, 'terms'])
    expect((await post(agent.key)).status).toBe(200)
    const as = { as: agent.person.token }
    expect((await souk.call('acceptMarketTerms', { version: version - 1 }, as)).status).toBe(409)
    const first = await souk.call('acceptMarketTerms', { version }, as)
    const again = await souk.call('acceptMarketTerms', { version }, as)
    expect([first.status, again.data]).toEqual([200, first.data])
    expect((await post(agent.asPerson)).status).toBe(200)
    expect((await souk.call('getMe', {}, as)).data.consents).toEqual([first.data.consent])
    const details = { userId: agent.person.user.id }
    const seen = (await souk.call('getUserDetails', details, asOperator)).data.user.consents
    expect(seen).toEqual([first.data.consent])
  })

  it('records the consent of a sign-up to the latest version only', async () => {
    const { version } = (await publish(souk.clock.now().toISOString())).data.terms
    const person = { email: 'new@example.com', password: 'correct horse battery', displayName: 'New' }
    expect((await souk.call('registerUser', { ...person, termsVersion: version - 1 })).status).toBe(409)
    const { data } = await souk.call('registerUser', { ...person, termsVersion: version })
    expect((await souk.call('getMe', {}, { as: data.token })).data.consents).toMatchObject([{ version }])
  })

  it('reaches other nodes', async () => {
    const node = await startNode(souk, { workers: ['policy'] })
    const { version } = (await publish(soon())).data.terms
    await vi.waitFor(() => expect(node.context.config.settings.policy.terms?.version).toBe(version), {
      timeout: 15_000,
      interval: 20,
    })
    await node.stop()
  })
})
