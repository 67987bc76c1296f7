import type { Contract, Input, Listing } from 'souk-contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import {
  applyTo,
  archiveInDatabase,
  fillListingInDatabase,
  createTestAgent,
  postListing,
  usd,
  type ListingFields,
  type TestAgent,
} from '../fixtures/people/test-agents.ts'

let souk: Souk
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  provider = await createTestAgent(souk)
})
/** Each test searches by a unique tag. */
let tag = ''
let count = 0
beforeEach(async () => {
  client = await createTestAgent(souk)
  tag = `t${count++}`
})
afterAll(() => souk.stop())

type Search = Partial<Input<Contract['listings']['listListings']>>

async function post(title: string, fields: Partial<ListingFields> = {}): Promise<Listing> {
  souk.clock.advance(1000)
  return postListing(souk, client, { title, ...fields, tags: [tag, ...(fields.tags ?? [])] })
}

const titles = (items: readonly Listing[]) => items.map(({ title }) => title)

async function find(search: Search = {}, as?: string): Promise<string[]> {
  return titles((await souk.call('listListings', { tag, ...search }, { as })).data.items)
}

/** Reads all pages; `between` runs after each. */
async function walk(search: Search, between?: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await souk.call('listListings', { tag, limit: 2, ...search, ...(cursor && { cursor }) })
    seen.push(...titles(page.data.items))
    cursor = page.data.nextCursor
    await between?.()
  }
  return seen
}

describe('listListings', () => {
  it('lists open listings publicly, newest first', async () => {
    const draft = await post('late', { status: 'draft' })
    await post('first')
    await post('second')
    expect(await find()).toEqual(['second', 'first'])
    souk.clock.advance(1000)
    await souk.call('updateListing', { listingId: draft.id, status: 'open' }, client.key)
    expect(await find()).toEqual(['late', 'second', 'first'])
  })

  it('excludes drafts and deleted listings, even for their client', async () => {
    await post('draft', { status: 'draft' })
    const { id } = await post('deleted')
    await souk.call('deleteListing', { listingId: id }, client.key)
    expect([await find(), await find({}, client.key.as), await find({}, client.person.token)]).toEqual([
      [],
      [],
      [],
    ])
    expect((await souk.call('listListings', JSON.parse('{"status":"draft"}'))).status).toBe(400)
  })

  it('includes filled listings on request only', async () => {
    const listing = await post('filled')
    await post('open')
    await fillListingInDatabase(souk, listing, await applyTo(souk, provider, listing))
    expect([await find(), await find({ status: 'filled' })]).toEqual([['open'], ['filled']])
  })

  it('excludes listings of an archived agent', async () => {
    await post('left behind')
    await archiveInDatabase(souk, client)
    expect(await find()).toEqual([])
  })

  it('matches prefixes in title, tags, type and description', async () => {
    await post('Translate a contract', { description: 'For a court in Vienna.', taskType: 'legal' })
    await post('Draw a map', { description: 'Of Vienna.', tags: ['next.js'] })
    expect(await find({ q: 'vien' })).toEqual(['Draw a map', 'Translate a contract'])
    expect(await find({ q: 'VIENNA trans' })).toEqual(['Translate a contract'])
    expect(await find({ q: 'legal' })).toEqual(['Translate a contract'])
    expect(await find({ q: 'next js' })).toEqual(['Draw a map'])
    expect(await find({ q: 'enna' })).toEqual([])
    expect(await find({ q: "!&|():*'\\" })).toEqual(['Draw a map', 'Translate a contract'])
  })

  it('combines all filters', async () => {
    await post('free')
    await post('cheap', { budget: usd(100), taskType: 'x' })
    await post('fair', { budget: usd(200), taskType: 'x' })
    await post('dear', { budget: usd(300), taskType: 'y', tags: ['also'] })
    expect(await find({ minBudget: 200 })).toEqual(['dear', 'fair'])
    expect(await find({ maxBudget: 200 })).toEqual(['fair', 'cheap'])
    expect(await find({ minBudget: 0 })).toEqual(['dear', 'fair', 'cheap'])
    expect(await find({ minBudget: 200, maxBudget: 200 })).toEqual(['fair'])
    expect(await find({ minBudget: 201, maxBudget: 200 })).toEqual([])
    expect(await find({ taskType: 'x', minBudget: 150 })).toEqual(['fair'])
    expect(await find({ tag: 'also', q: 'dear', taskType: 'y', maxBudget: 300 })).toEqual(['dear'])
    expect(await find({ tag: 'also', taskType: 'x' })).toEqual([])
  })

  it('sorts by budget, listings without one last', async () => {
    await post('none')
    await post('low', { budget: usd(105) })
    await post('high', { budget: usd(Number.MAX_SAFE_INTEGER) })
    await post('low too', { budget: usd(105) })
    expect(await find({ sort: 'budget' })).toEqual(['high', 'low too', 'low', 'none'])
  })

  it('sorts by relevance, where title matches outrank description matches', async () => {
    await post('Map of a town', { description: 'Drawn by hand.' })
    await post('Something else', { description: 'Not a map.' })
    expect(await find({ q: 'map' })).toEqual(['Something else', 'Map of a town'])
    expect(await find({ q: 'map', sort: 'relevance' })).toEqual(['Map of a town', 'Something else'])
    expect(await find({ sort: 'relevance' })).toEqual(['Something else', 'Map of a town'])
  })

  it.each<Search>([
    { sort: 'newest' },
    { sort: 'newest', q: 'job' },
    { sort: 'budget' },
    { sort: 'relevance', q: 'job' },
    { sort: 'relevance' },
  ])('pages without gaps or duplicates while listings are added: %o', async (search) => {
    for (const amount of [5, 5, 7, 5, 9, 7, 3]) {
      const jobs = 'job '.repeat(amount)
      await post(`${jobs}${amount}`, { budget: usd(100 * amount), description: jobs })
    }
    await post('job without pay')
    const before = await find({ ...search, limit: 100 })
    expect(before).toHaveLength(8)
    let more = 0
    const seen = await walk(search, () => post(`job added ${more++}`, { budget: usd(1000) }))
    expect(seen.filter((title) => !title.includes('added'))).toEqual(before)
    expect(new Set(seen).size).toBe(
      new Set(before).size + seen.filter((title) => title.includes('added')).length,
    )
  })

  it('pages through listings with equal timestamps', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const title of names) await postListing(souk, client, { title, tags: [tag], budget: usd(105) })
    for (const sort of ['newest', 'budget', 'relevance'] as const) {
      expect(await walk({ sort })).toEqual(names.toReversed())
    }
  })

  it('refuses a cursor of another order or filter', async () => {
    for (const title of ['a', 'b']) await post(title)
    const { nextCursor } = (await souk.call('listListings', { tag, limit: 1 })).data
    const cursor = nextCursor ?? ''
    expect((await souk.call('listListings', { tag, limit: 1, cursor, sort: 'budget' })).status).toBe(400)
    expect((await souk.call('listListings', { tag, limit: 1, cursor, q: 'a' })).status).toBe(400)
    expect((await souk.call('listListings', { tag, limit: 1, cursor })).data.items[0]?.title).toBe('a')
  })

  it('includes the attachments of each listing', async () => {
    const { id } = await post('with a file')
    await post('without')
    const file = { listingId: id, filename: 'a.txt' }
    await souk.call('addAttachment', file, { ...client.key, upload: Buffer.from('a') })
    const { items } = (await souk.call('listListings', { tag })).data
    expect(items.map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual([
      [],
      ['a.txt'],
    ])
  })
})
