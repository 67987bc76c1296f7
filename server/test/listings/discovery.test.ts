import type { Contract, Reply } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'

type Found = Reply<Contract['discovery']['discoverAgents']>

let souk: Souk
let ada: Person
beforeAll(async () => {
  souk = await startSouk()
  ada = await souk.person()
})
afterAll(() => souk.stop())

const discover = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  souk.app.inject({
    method: 'GET',
    url: '/api/a2a/v1/discover',
    query,
    headers: { 'a2a-version': '1.0', ...headers },
  })
const find = async (query: Record<string, string>): Promise<Found> => {
  const response = await discover(query)
  return response.statusCode === 200 ? response.json() : fail(`discover answered ${response.body}`)
}
const names = async (query: Record<string, string>) => (await find(query)).agents.map(({ name }) => name)
const skill = { id: 's', name: 'Skill', description: 'Does it.', tags: ['general'] }

describe('discoverAgents', () => {
  it('returns the URL and the unsigned card of each agent', async () => {
    const agent = await souk.agent(ada, { name: 'whole-entry', description: 'Zeppelins' })
    const { agents, nextPageToken } = await find({ capability: 'zeppelins' })
    const { signatures, ...card } = (
      await souk.app.inject({ method: 'GET', url: '/api/agents/whole-entry/.well-known/agent-card.json' })
    ).json()
    expect(signatures).toHaveLength(1)
    expect(nextPageToken).toBe('')
    expect(agents).toEqual([
      {
        agentId: agent.id,
        name: 'whole-entry',
        kind: null,
        cardUrl: 'http://localhost:4000/api/agents/whole-entry/.well-known/agent-card.json',
        url: 'http://localhost:4000/api/a2a/v1/agents/whole-entry',
        card,
      },
    ])
  })

  it('matches words and prefixes, best match first', async () => {
    await souk.agent(ada, {
      name: 'in-description',
      description: 'Knows much about cartography.',
      skills: [skill],
    })
    await souk.agent(ada, { name: 'cartography-first', skills: [skill] })
    await souk.agent(ada, { name: 'by-skill', skills: [{ ...skill, name: 'Cartography' }] })
    const ranked = ['cartography-first', 'by-skill', 'in-description']
    for (const capability of ['cartography', 'CARTOGR', ' cartography!! ']) {
      expect(await names({ capability })).toEqual(ranked)
    }
    expect(await names({ capability: 'knows cartography' })).toEqual(['in-description'])
    expect(await names({ capability: 'cartography submarines' })).toEqual([])
  })

  it('excludes private agents and private skills', async () => {
    const secret = [
      { ...skill, id: 'hush', name: 'Hushwork', tags: ['hush'], inputModes: ['audio/hush'], private: true },
    ]
    await souk.agent(ada, { name: 'half-hidden', description: 'Visible hushness', skills: secret })
    await souk.agent(ada, { description: 'hushness', visibility: 'private' })
    const gone = await souk.agent(ada, { description: 'hushness' })
    await souk.call('removeMyAgent', { agentId: gone.id }, { as: ada.token })
    const found = await discover({ capability: 'hushness' }, { authorization: `Bearer ${ada.token}` })
    expect(found.json().agents.map(({ name }: { name: string }) => name)).toEqual(['half-hidden'])
    expect(found.body).not.toContain('Hushwork')
    for (const query of [{ capability: 'hushwork' }, { tags: 'hush' }, { inputModes: 'audio/hush' }]) {
      expect(await names(query)).toEqual([])
    }
  })

  it('requires every tag, on the agent or a skill, and the task type', async () => {
    await souk.agent(ada, { name: 'two-tags', tags: ['t-one'], skills: [{ ...skill, tags: ['t-two'] }] })
    await souk.agent(ada, { name: 'one-tag', tags: ['t-one'], taskTypes: ['type-x'], skills: [skill] })
    expect(await names({ tags: 't-one' })).toEqual(['one-tag', 'two-tags'])
    expect(await names({ tags: 'T-Two, t-one' })).toEqual(['two-tags'])
    expect(await names({ tags: 't-one,t-three' })).toEqual([])
    expect(await names({ taskType: 'type-x' })).toEqual(['one-tag'])
    expect(await names({ taskType: 'type-x', tags: 't-two' })).toEqual([])
  })

  it('matches modes with wildcards on either side', async () => {
    const modal = async (name: string, inputModes: string[], more = {}) =>
      souk.agent(ada, { name, inputModes, outputModes: ['x-out/a'], tags: ['modal'], ...more })
    await modal('takes-png', ['image/png'])
    await modal('takes-images', ['image/*'])
    await modal('takes-all', ['*/*'])
    await modal('takes-json', ['Application/JSON'], { outputModes: ['x-out/b'] })
    await modal('skilled', ['text/plain'], { skills: [{ ...skill, inputModes: ['image/png'] }] })
    const taking = async (inputModes: string) => (await names({ tags: 'modal', inputModes })).toSorted()
    expect(await taking('image/png')).toEqual(['skilled', 'takes-all', 'takes-images', 'takes-png'])
    expect(await taking('image/gif')).toEqual(['takes-all', 'takes-images'])
    expect(await taking('image/*')).toEqual(['skilled', 'takes-all', 'takes-images', 'takes-png'])
    expect(await taking('application/json;charset=utf-8')).toEqual(['takes-all', 'takes-json'])
    expect(await taking('audio/ogg,application/json')).toEqual(['takes-all', 'takes-json'])
    expect(await taking('*/*')).toHaveLength(5)
    expect(await names({ tags: 'modal', outputModes: 'x-out/b' })).toEqual(['takes-json'])
    expect(await names({ inputModes: 'image/png', outputModes: 'x-out/b' })).toEqual([])
  })

  it('pages without gaps or duplicates among equals and while agents are added', async () => {
    const created = await Promise.all(
      Array.from({ length: 7 }, (_, index) =>
        souk.agent(ada, { description: index % 2 === 0 ? 'pelican pelican' : 'pelican' }),
      ),
    )
    const seen: string[] = []
    let pageToken = ''
    for (let page = 0; page < 4; page++) {
      const { agents, nextPageToken } = await find({ capability: 'pelican', pageSize: '2', pageToken })
      seen.push(...agents.map(({ name }) => name))
      expect([page, agents.length, nextPageToken === '']).toEqual([page, page === 3 ? 1 : 2, page === 3])
      pageToken = nextPageToken
      await souk.agent(ada, { name: `pelican-pelican-${page}` })
    }
    expect(seen.toSorted()).toEqual(created.map(({ name }) => name).toSorted())
    const all = await names({ pageSize: '100' })
    const first = await find({ pageSize: '15' })
    const second = await find({ pageSize: '15', pageToken: first.nextPageToken })
    const both = [...first.agents, ...second.agents].map(({ name }) => name)
    expect(all.length).toBeGreaterThan(15)
    expect(both).toEqual(all)
  })

  it('returns twenty by default', async () => {
    await Promise.all(Array.from({ length: 21 }, () => souk.agent(ada, { tags: ['crowd'] })))
    const { agents, nextPageToken } = await find({ tags: 'crowd' })
    expect(agents).toHaveLength(20)
    expect((await find({ tags: 'crowd', pageToken: nextPageToken })).agents).toHaveLength(1)
  })

  it('accepts a page token only for its own search', async () => {
    const { nextPageToken: pageToken } = await find({ tags: 'crowd', pageSize: '1' })
    expect((await find({ tags: ' CROWD ', pageSize: '3', pageToken })).agents).toHaveLength(3)
    for (const query of [
      { pageToken },
      { tags: 'modal', pageToken },
      { tags: 'crowd', pageToken: `${pageToken.slice(0, -4)}AAAA` },
      { tags: 'crowd', pageToken: 'made up' },
      { tags: 'crowd', pageToken: '.' },
    ]) {
      const response = await discover(query)
      expect([response.statusCode, response.json().detail]).toEqual([
        400,
        expect.stringContaining('does not belong to this list'),
      ])
    }
  })

  it.each([
    ['a page size of zero', { pageSize: '0' }],
    ['a page size above the maximum', { pageSize: '101' }],
    ['a page size that is not a number', { pageSize: 'many' }],
    ['an invalid media type', { inputModes: 'text' }],
    ['too long a text', { capability: 'a'.repeat(501) }],
    ['a NUL', { capability: 'a\u0000b' }],
    ['too many tags', { tags: Array.from({ length: 21 }, (_, index) => index).join(',') }],
  ])('refuses %s', async (_name, query: Record<string, string>) => {
    const response = await discover(query)
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { title: 'Bad Request', error: { details: [{ reason: 'INVALID_PARAMS' }] } },
    ])
  })

  it.each([
    { capability: `' & | ! ( ) : * <-> \\ % _` },
    { capability: '🦉 ﷽ Z̤͔ͧ̑̓ä̖̭̈̇' },
    { tags: `',"]}',\\` },
    { taskType: '{}' },
    { inputModes: `a'/*,*/*;q=0` },
    { outputModes: '%/_' },
    { unknown: 'x', 'A2A-Version': '1.0' },
    { pageToken: '' },
  ])('is not confused by %j', async (query: Record<string, string>) => {
    expect((await discover(query)).statusCode).toBe(200)
    expect(souk.loggedErrors).toEqual([])
  })

  it('requires an A2A version and refuses an invalid token', async () => {
    const bare = await souk.app.inject({ method: 'GET', url: '/api/a2a/v1/discover' })
    expect([bare.statusCode, bare.json().type]).toEqual([
      400,
      'http://localhost:4000/api/problems/version-not-supported',
    ])
    expect((await discover({}, { authorization: 'Bearer nonsense' })).statusCode).toBe(401)
  })
})
