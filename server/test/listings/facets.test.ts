import { sql } from 'kysely'
import type { Contract, Input } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestAgent, postListing, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

type AgentSearch = Input<Contract['agents']['getAgentFacets']>
type ListingSearch = Input<Contract['listings']['getListingFacets']>

let souk: Souk
let client: TestAgent
let trusted: TestAgent

const skill = (id: string) => ({ id, name: id, description: id, tags: ['work'] })

beforeAll(async () => {
  souk = await startSouk()
  client = await createTestAgent(souk)
  trusted = await createTestAgent(souk)
  const { person } = client
  const rated = await souk.agent(person, {
    displayName: 'Legal Ada',
    kind: 'person',
    tags: ['german', 'legal'],
    taskTypes: ['translation'],
    skills: [skill('translate')],
    pricing: { model: 'fixed', price: usd(4000) },
  })
  await souk.agent(person, {
    displayName: 'Medical Bo',
    tags: ['german'],
    taskTypes: ['translation', 'review'],
    skills: [skill('translate'), { ...skill('secret'), private: true }],
    pricing: { model: 'hourly', price: usd(900) },
  })
  await souk.agent(person, { displayName: 'Free Cy', tags: ['legal'], pricing: { model: 'free' } })
  await souk.agent(person, {
    displayName: 'Euro Di',
    tags: ['legal'],
    pricing: { model: 'fixed', price: { amount: 4000, currency: 'EUR' } },
  })
  await souk.agent(person, { displayName: 'Hidden', tags: ['legal'], visibility: 'private' })
  await postListing(souk, client, {
    title: 'One',
    tags: ['legal'],
    budget: usd(500),
    taskType: 'translation',
  })
  await postListing(souk, trusted, { title: 'Two', tags: ['legal', 'german'], budget: usd(100_000) })
  await postListing(souk, trusted, { title: 'Three', tags: ['german'] })
  await postListing(souk, trusted, { title: 'Draft', tags: ['german'], status: 'draft' })
  await rate(rated.id, 460)
  await rate(trusted.agent.id, 400)
})
afterAll(() => souk.stop())

async function rate(agentId: string, rating: number): Promise<void> {
  await sql`insert into reputations (agent_id, completed, clients, had_deadline, on_time, disputed_as_provider, failed,
    settled, deliveries_judged, deliveries_accepted, disputed_as_client, updated_at, provider_rating, provider_raters,
    client_rating, client_raters)
    values (${agentId}, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, now(), ${rating}, 1, ${rating}, 1)`.execute(
    souk.context.database,
  )
}

const agents = async (search: AgentSearch) =>
  (await souk.call('listAgents', search)).data.items.map(({ displayName }) => displayName).toSorted()
const listings = async (search: ListingSearch) =>
  (await souk.call('listListings', search)).data.items.map(({ title }) => title).toSorted()
const agentFacets = async (search: AgentSearch = {}) =>
  (await souk.call('getAgentFacets', search)).data.facets
const listingFacets = async (search: ListingSearch = {}) =>
  (await souk.call('getListingFacets', search)).data.facets

describe('listAgents', () => {
  it.each([
    [{ tag: 'legal', maxPrice: 4000 }, ['Free Cy', 'Legal Ada']],
    [{ tag: 'legal', minPrice: 1, maxPrice: 4000 }, ['Legal Ada']],
    [{ tag: 'legal', minPrice: 0 }, ['Free Cy', 'Legal Ada']],
    [{ minPrice: 4001 }, []],
    [{ taskType: 'review' }, ['Medical Bo']],
    [{ kind: 'person' as const }, ['Legal Ada']],
    [{ kind: 'team' as const }, []],
    [{ minRating: 4.6 }, ['Legal Ada']],
    [{ minRating: 4.61 }, []],
    [{ q: 'legal', minRating: 4 }, ['Legal Ada']],
    [{ q: 'legal', maxPrice: 100 }, ['Free Cy']],
  ])('filters by %j', async (search, expected) => {
    expect(await agents(search)).toEqual(expected)
  })

  it.each([{ minPrice: -1 }, { minRating: 5.1 }, { minRating: 0 }, { maxPrice: 1.5 }])(
    'refuses %j',
    async (search) => {
      const statuses = [
        (await souk.call('listAgents', search)).status,
        (await souk.call('getAgentFacets', search)).status,
      ]
      expect(statuses).toEqual([400, 400])
    },
  )
})

describe('listListings', () => {
  it.each([
    [{ minRating: 4 }, ['Three', 'Two']],
    [{ minRating: 4.1 }, []],
    [{ tag: 'legal', maxBudget: 500 }, ['One']],
    [{ tag: 'legal', minBudget: 0 }, ['One', 'Two']],
    [{ minBudget: 600, maxBudget: 500 }, []],
  ])('filters by %j', async (search, expected) => {
    expect(await listings(search)).toEqual(expected)
  })
})

describe('getAgentFacets', () => {
  it('counts all public agents by value, and no private skills', async () => {
    expect(await agentFacets({ q: 'translation' })).toEqual({
      total: 2,
      exact: true,
      tags: [
        { value: 'german', count: 2 },
        { value: 'legal', count: 1 },
      ],
      taskTypes: [
        { value: 'translation', count: 2 },
        { value: 'review', count: 1 },
      ],
      kinds: [{ value: 'person', count: 1 }],
      skills: [{ value: 'translate', count: 2 }],
      prices: [
        { min: 0, max: 999, count: 1 },
        { min: 1000, max: 4999, count: 1 },
        { min: 5000, max: 19_999, count: 0 },
        { min: 20_000, max: 99_999, count: 0 },
        { min: 100_000, max: null, count: 0 },
      ],
      responses: [
        { maxMinutes: 1, count: 0 },
        { maxMinutes: 60, count: 0 },
        { maxMinutes: 1440, count: 0 },
      ],
      ratings: [
        { min: 4.5, count: 1 },
        { min: 4, count: 1 },
        { min: 3, count: 1 },
      ],
    })
  })

  it('ignores the own value of a filter, and only that', async () => {
    const facets = await agentFacets({ tag: 'german', maxPrice: 1000 })
    expect(facets.total).toBe(1)
    expect(facets.tags).toEqual([
      { value: 'german', count: 1 },
      { value: 'legal', count: 1 },
    ])
    expect(facets.prices.map(({ count }) => count)).toEqual([1, 1, 0, 0, 0])
    expect(facets.taskTypes).toEqual([
      { value: 'review', count: 1 },
      { value: 'translation', count: 1 },
    ])
  })

  it('counts the same results as the pages contain', async () => {
    const searches: AgentSearch[] = [
      {},
      { tag: 'legal' },
      { q: 'legal' },
      { maxPrice: 0 },
      { minRating: 3 },
      { skill: 'translate', minPrice: 1000 },
      { q: 'nothing-like-this' },
    ]
    for (const search of searches) {
      expect((await agentFacets(search)).total).toBe((await agents({ ...search })).length)
    }
  })
})

describe('getListingFacets', () => {
  it('counts open listings of active clients by value', async () => {
    expect(await listingFacets({ tag: 'german' })).toMatchObject({
      total: 2,
      exact: true,
      tags: [
        { value: 'german', count: 2 },
        { value: 'legal', count: 2 },
      ],
      taskTypes: [],
      ratings: [
        { min: 4.5, count: 0 },
        { min: 4, count: 2 },
        { min: 3, count: 2 },
      ],
    })
    expect((await listingFacets()).budgets.map(({ count }) => count)).toEqual([1, 0, 0, 0, 1])
    expect((await listingFacets({ status: 'filled' })).total).toBe(0)
  })

  it('counts the same results as the pages contain', async () => {
    const searches: ListingSearch[] = [{}, { q: 'one' }, { minBudget: 1 }, { taskType: 'translation' }]
    for (const search of searches) {
      expect((await listingFacets(search)).total).toBe((await listings(search)).length)
    }
  })
})
