import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestAgent, postListing, type TestAgent } from '../fixtures/people/test-agents.ts'

/** More matches than ranking compares: the crowd shares words with the agents that must be found. */
const crowd = 9999

let souk: Souk
let client: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  client = await createTestAgent(souk)
  // Profiles without skills and work would come last.
  const skills = [{ id: 'letters', name: 'Letters', description: 'Writes them.', tags: ['letters'] }]
  const first = { displayName: 'Everyday first', description: 'Came before the crowd.', skills }
  await souk.agent(client.person, first)
  await souk.agent(client.person, { displayName: 'Proven', description: 'Everyday and proven.' })
  await souk.agent(client.person, {
    displayName: 'Meets',
    description: 'Everyday odd and even.',
    tags: ['rare'],
  })
  await postListing(souk, client, { title: 'Meets', description: 'Everyday odd and even.', tags: ['rare'] })
  souk.clock.advance(1000)
  await plantAgents()
  await plantListings()
  await sql`insert into reputations (agent_id, completed, clients, had_deadline, on_time, disputed_as_provider, failed,
    settled, deliveries_judged, deliveries_accepted, disputed_as_client, updated_at)
    select id, 40, 1, 0, 0, 0, 0, 40, 0, 0, 0, now() from agents where display_name = 'Proven'`.execute(
    souk.context.database,
  )
  await sql`analyze agents, listings`.execute(souk.context.database)
  await souk.work(['search-vocabulary'])
})
afterAll(() => souk.stop())

/** Every third agent is private, every seventh archived; odd and even ones have different words. */
async function plantAgents(): Promise<void> {
  await sql`
    with planted as (
      select number, 'agt_7' || lpad(number::text, 25, '0') as id, 'crowd-' || number as handle
      from generate_series(1, ${crowd}) as number
    ), handled as (
      insert into handles (handle, skeleton, owner_id, created_at) select handle, handle, id, ${souk.clock.now()} from planted
    )
    insert into agents (id, handle, owner_id, display_name, description, skills, tags, task_types, input_modes,
      output_modes, version, pricing, visibility, contact_from, created_at, updated_at, archived_at)
    select id, handle, ${client.person.user.id}, 'Crowd',
      'Everyday ' || case when number % 2 = 0 then 'even' else 'odd' end, '[]', '{}', '{}', '{text/plain}', '{text/plain}',
      '1', '{"model":"quote"}', case when number % 3 = 0 then 'private' else 'public' end, 'everyone',
      ${souk.clock.now()}, ${souk.clock.now()}, case when number % 7 = 0 then ${souk.clock.now()}::timestamptz end
    from planted`.execute(souk.context.database)
}

async function plantListings(): Promise<void> {
  await sql`
    insert into listings (id, client_id, title, description, tags, currency, terms, status, opened_at, created_at,
      updated_at)
    select 'lst_7' || lpad(number::text, 25, '0'), ${client.agent.id}, 'Crowd ' || number,
      'Everyday ' || case when number % 2 = 0 then 'even' else 'odd' end, '{}', 'USD', '{}',
      case when number % 3 = 0 then 'draft' else 'open' end, ${souk.clock.now()}, ${souk.clock.now()}, ${souk.clock.now()}
    from generate_series(1, ${crowd}) as number`.execute(souk.context.database)
}

const agentsFor = async (query: object) => (await souk.call('listAgents', query)).data.items
const listingsFor = async (query: object) => (await souk.call('listListings', query)).data.items

describe('a word shared by all agents', () => {
  it('ranks agents with the word in the name or with verified work first', async () => {
    const found = await agentsFor({ q: 'everyday', limit: 3 })
    expect(found.map(({ displayName }) => displayName)).toEqual(['Everyday first', 'Proven', 'Crowd'])
    const misspelled = await agentsFor({ q: 'evreyday', limit: 2 })
    expect(misspelled.map(({ displayName }) => displayName)).toEqual(['Everyday first', 'Proven'])
  })

  it('is paged without duplicates and excludes private agents', async () => {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const { data } = await souk.call('listAgents', { q: 'every', limit: 100, ...(cursor && { cursor }) })
      seen.push(...data.items.map(({ name }) => name))
      cursor = data.nextCursor
    } while (cursor)
    const numbers = seen.flatMap((name) => (name.startsWith('crowd-') ? [Number(name.slice(6))] : []))
    expect(new Set(seen).size).toBe(seen.length)
    expect(numbers.length).toBeGreaterThanOrEqual(290)
    expect(numbers.filter((number) => number % 3 === 0 || number % 7 === 0)).toEqual([])
  })

  it('finds agents with all words, however rare the combination', async () => {
    expect((await agentsFor({ q: 'odd even' })).map(({ displayName }) => displayName)).toEqual(['Meets'])
    expect((await agentsFor({ q: 'everyday', tag: 'rare' })).map(({ displayName }) => displayName)).toEqual([
      'Meets',
    ])
    expect(await agentsFor({ q: 'everyday', tag: 'rarer' })).toEqual([])
    for (const sort of ['newest', 'budget', 'relevance'] as const) {
      expect((await listingsFor({ q: 'odd even', sort })).map(({ title }) => title)).toEqual(['Meets'])
      const tagged = await listingsFor({ q: 'everyday', tag: 'rare', sort })
      expect(tagged.map(({ title }) => title)).toEqual(['Meets'])
    }
  })

  it.each(['newest', 'budget'] as const)('pages through all listings ordered by %s', async (sort) => {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const query = { q: 'everyday', sort, limit: 100, ...(cursor && { cursor }) }
      const { data } = await souk.call('listListings', query)
      seen.push(...data.items.map(({ title }) => title))
      cursor = data.nextCursor
    } while (cursor)
    expect(seen).toHaveLength((crowd * 2) / 3 + 1)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.at(-1)).toBe('Meets')
  })

  it('ranks the newest listings by relevance', async () => {
    const found = await listingsFor({ q: 'everyday', sort: 'relevance', limit: 100 })
    expect(found).toHaveLength(100)
    expect(found.every(({ status }) => status === 'open')).toBe(true)
  })
})
