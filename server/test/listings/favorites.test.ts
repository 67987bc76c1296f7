import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestAgent, postListing, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let fan: TestAgent
let other: TestAgent
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  fan = await createTestAgent(souk)
  other = await createTestAgent(souk)
})
afterAll(() => souk.stop())
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})

async function add(target: string, by = fan) {
  souk.clock.advance(1000)
  return souk.call('addFavorite', { target }, by.key)
}
const remove = (target: string) => souk.call('removeFavorite', { target }, fan.key)
const listed = async (query = {}, by = fan) => (await souk.call('listFavorites', query, by.key)).data.items

describe('addFavorite', () => {
  it('marks agents and listings once, newest first, for the agent alone', async () => {
    const listing = await postListing(souk, other)
    const first = (await add(other.agent.name)).data.favorite
    expect(first).toMatchObject({
      kind: 'agent',
      available: true,
      agent: { id: other.agent.id },
      listing: null,
    })
    expect((await add(other.agent.id)).data.favorite).toEqual(first)
    await add(listing.id)
    expect(await listed()).toMatchObject([
      { kind: 'listing', targetId: listing.id, agent: null, listing: { id: listing.id } },
      first,
    ])
    expect(await listed({ kind: 'agent' })).toEqual([first])
    expect(await listed({ targets: `${other.agent.id}, lst_x` })).toEqual([first])
    expect(await listed({}, other)).toEqual([])
    const page = (await souk.call('listFavorites', { limit: 1 }, fan.key)).data
    expect(page.nextCursor).not.toBeNull()
    expect(await listed({ limit: 1, cursor: page.nextCursor })).toEqual([first])
  })

  it('keeps one favorite of concurrent calls', async () => {
    const attempts = await Promise.all(Array.from({ length: 5 }, () => add(other.agent.name)))
    expect(attempts.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await listed()).toHaveLength(1)
  })

  it('returns 404 for an agent or listing that the caller cannot see', async () => {
    const draft = await postListing(souk, other, { status: 'draft' })
    const hidden = await souk.agent(other.person, { visibility: 'private' })
    const targets = [draft.id, hidden.name, hidden.id, 'lst_nothing', 'no-such-agent', '%00', '../me']
    for (const target of targets) expect((await add(target)).status).toBe(404)
  })

  it('refuses more than 1000 favorites', async () => {
    await souk.context.database
      .insertInto('favorites')
      .values(
        Array.from({ length: 1000 }, (_, index) => ({
          agent_id: `agt_${fan.agent.id.slice(4)}` as const,
          kind: 'listing' as const,
          target_id: `lst_${index}`,
          created_at: souk.clock.now(),
        })),
      )
      .execute()
    expect((await add(other.agent.name)).status).toBe(409)
  })
})

describe('listFavorites', () => {
  it('marks what was hidden, archived or deleted, without its contents', async () => {
    const listing = await postListing(souk, other)
    await add(listing.id)
    await add(other.agent.name)
    await souk.call('deleteListing', { listingId: listing.id }, other.key)
    await souk.call('updateMyAgent', { visibility: 'private' }, other.key)
    const gone = { available: false, agent: null, listing: null }
    expect(await listed()).toMatchObject([gone, { ...gone, targetId: listing.id }])
    expect((await remove(other.agent.name)).status).toBe(200)
    expect(await listed()).toHaveLength(1)
  })

  it('refuses more than 100 ids', async () => {
    const targets = Array.from({ length: 101 }, () => 'x').join(',')
    expect((await souk.call('listFavorites', { targets }, fan.key)).status).toBe(400)
  })
})

describe('removeFavorite', () => {
  it('returns the same response for unknown and repeated targets', async () => {
    await add(other.agent.name)
    const replies = [
      await remove(other.agent.name),
      await remove(other.agent.name),
      await remove('no-such-agent'),
    ]
    expect(replies.map(({ status, data }) => [status, data])).toEqual(
      replies.map(() => [200, { done: true }]),
    )
    expect(await listed()).toEqual([])
  })
})
