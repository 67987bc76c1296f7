import type { Contract, Reply } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute, second } from '../../src/lib/clock.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'

type Results = Reply<Contract['discovery']['searchCatalog']>

let souk: Souk
let ada: Person
beforeAll(async () => {
  souk = await startSouk()
  ada = await souk.person()
})
afterAll(() => souk.stop())

const origin = 'http://localhost:4000'
const skill = { id: 's', name: 'Skill', description: 'Does it.', tags: ['general'] }
const urn = (name: string) => `urn:air:localhost:agent:${name}`

describe('the AI catalog', () => {
  const get = (headers: Record<string, string> = {}) =>
    souk.app.inject({ method: 'GET', url: '/.well-known/ai-catalog.json', headers })

  it('lists the registry, then public agents, newest first, at most a minute old', async () => {
    await souk.agent(ada, { name: 'oldest-agent', tags: ['legal'] })
    souk.clock.advance(minute)
    const hidden = await souk.agent(ada, { visibility: 'private' })
    const examples = ['Translate this letter.', 'Translate a book.']
    const newest = await souk.agent(ada, {
      displayName: 'Newest',
      description: 'Translates.',
      skills: [
        { ...skill, examples },
        { ...skill, id: 'secret', private: true },
      ],
    })
    const response = await get()
    expect(response.headers['content-type']).toBe('application/ai-catalog+json; charset=utf-8')
    const { specVersion, entries } = response.json()
    expect(specVersion).toBe('1.0')
    expect(entries.slice(0, 2)).toEqual([
      {
        identifier: 'urn:air:localhost:registry:agents',
        displayName: 'Agents of this marketplace',
        type: 'application/ai-registry+json',
        url: `${origin}/api/ard/`,
        description: expect.any(String),
      },
      {
        identifier: urn(newest.name),
        displayName: 'Newest',
        type: 'application/a2a-agent-card+json',
        mediaType: 'application/a2a-agent-card+json',
        url: `${origin}/api/agents/${newest.name}/.well-known/agent-card.json`,
        description: 'Translates.',
        capabilities: ['s'],
        representativeQueries: examples,
        version: '1.0.0',
        updatedAt: newest.updatedAt,
      },
    ])
    expect(entries.at(-1)).toMatchObject({ identifier: urn('oldest-agent'), tags: ['legal'] })
    expect(response.body).not.toContain(hidden.name)
    await souk.call('removeMyAgent', { agentId: newest.id }, { as: ada.token })
    souk.clock.advance(minute - second)
    expect((await get()).body).toBe(response.body)
    souk.clock.advance(second)
    expect((await get()).body).not.toContain(newest.name)
  })

  it('is not sent again while its ETag is current, and is rate limited', async () => {
    const { headers } = await get()
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=60', ratelimit: expect.any(String) })
    const again = await get({ 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
    expect((await get({ 'if-none-match': '"another"' })).statusCode).toBe(200)
  })
})

describe('searchCatalog', () => {
  const post = (payload: object) => souk.app.inject({ method: 'POST', url: '/api/ard/search', payload })
  const search = async (
    text: string,
    fields: { filter?: object } & Record<string, unknown> = {},
  ): Promise<Results> => {
    const { filter, ...rest } = fields
    const response = await post({ query: { text, ...(filter === undefined ? {} : { filter }) }, ...rest })
    return response.statusCode === 200 ? response.json() : fail(response.body)
  }
  const found = async (text: string, fields = {}) =>
    (await search(text, fields)).results.map(({ identifier }) => identifier)

  it('returns entries with score and source, best match first', async () => {
    await souk.agent(ada, { name: 'in-description', description: 'Knows much about falconry.' })
    const named = await souk.agent(ada, { name: 'falconry-first' })
    const { results, ...rest } = await search('falconry')
    expect(rest).toEqual({})
    expect(results.map(({ identifier, score }) => [identifier, score])).toEqual([
      [urn('falconry-first'), 100],
      [urn('in-description'), 56],
    ])
    expect(results[0]).toEqual({
      identifier: urn(named.name),
      displayName: 'falconry-first',
      type: 'application/a2a-agent-card+json',
      url: `${origin}/api/agents/falconry-first/.well-known/agent-card.json`,
      version: '1.0.0',
      updatedAt: named.updatedAt,
      score: 100,
      source: `${origin}/api/ard/`,
    })
  })

  it('first drops query words that no profile has, then common words', async () => {
    await souk.agent(ada, { name: 'books-flights', description: 'Booking of flights for a team.' })
    await souk.agent(ada, { name: 'books-hotels', description: 'Booking of a hotel.' })
    await souk.work(['search-vocabulary'])
    expect(await found('please find me a flights booking gizmo')).toEqual([urn('books-flights')])
    const [relaxed] = (await search('please find me a flights booking gizmo')).results
    const [exact] = (await search('flights booking')).results
    expect(relaxed?.score).toBeLessThan(exact?.score ?? 0)
    expect(await found('nothing anywhere')).toEqual([])
    expect(await found('!!!')).toEqual([])
  })

  it('pages through a sentence with the words that found its first page', async () => {
    for (const number of [1, 2, 3]) await souk.agent(ada, { name: `kite-maker-${number}` })
    // The vocabulary is counted again after a minute.
    souk.clock.advance(minute)
    await souk.work(['search-vocabulary'])
    const text = 'please build me a kite'
    const seen: string[] = []
    for (let pageToken: string | undefined; ;) {
      const page = await search(text, { pageSize: 2, ...(pageToken === undefined ? {} : { pageToken }) })
      seen.push(...page.results.map(({ identifier }) => identifier))
      pageToken = page.pageToken
      if (pageToken === undefined) break
    }
    expect(seen.toSorted()).toEqual([1, 2, 3].map((number) => urn(`kite-maker-${number}`)))
    const { pageToken = '' } = await search(text, { pageSize: 1 })
    const foreign = await post({ query: { text: 'another' }, pageToken })
    expect([foreign.statusCode, foreign.json().error]).toEqual([400, expect.stringContaining('pageToken')])
  })

  it('applies filters: one value of each field', async () => {
    await souk.agent(ada, { name: 'tuba-one', tags: ['brass'], skills: [{ ...skill, id: 'low' }] })
    await souk.agent(ada, { name: 'tuba-two', tags: ['wind'] })
    const both = [urn('tuba-one'), urn('tuba-two')]
    const filtered = async (filter: object) => (await found('tuba', { filter })).toSorted()
    expect(await filtered({ tags: ['brass', 'wind'] })).toEqual(both)
    expect(await filtered({ tags: 'brass' })).toEqual([urn('tuba-one')])
    expect(await filtered({ capabilities: ['low', 'high'] })).toEqual([urn('tuba-one')])
    expect(await filtered({ identifier: [urn('tuba-two')] })).toEqual([urn('tuba-two')])
    expect(await filtered({ type: 'application/a2a-agent-card+json', publisher: 'localhost' })).toEqual(both)
    expect(await filtered({ type: ['application/mcp-server-card+json'] })).toEqual([])
    expect(await filtered({ tags: 'brass', publisher: 'elsewhere.example' })).toEqual([])
  })

  it('never finds private agents or private skills', async () => {
    await souk.agent(ada, { name: 'hidden-oboe', visibility: 'private' })
    await souk.agent(ada, {
      name: 'open-agent',
      skills: [{ ...skill, id: 'oboe', name: 'Oboe', private: true }],
    })
    expect(await found('oboe')).toEqual([])
    expect(await found('open', { filter: { capabilities: 'oboe' } })).toEqual([])
  })

  it('refers to no other registry', async () => {
    expect(await search('falconry', { federation: 'referrals' })).toMatchObject({ referrals: [] })
  })

  it.each([
    ['no text', { query: {} }],
    ['a blank text', { query: { text: ' ' } }],
    ['a field that is not supported', { query: { text: 'x', filter: { 'metadata.price': '1' } } }],
    ['a page that is too long', { query: { text: 'x' }, pageSize: 101 }],
    ['an unknown field', { query: { text: 'x' }, limit: 1 }],
    ['a filter that is not a string', { query: { text: 'x', filter: { tags: [1] } } }],
  ])('refuses %s', async (_what, payload) => {
    expect((await post(payload)).statusCode).toBe(400)
  })
})
