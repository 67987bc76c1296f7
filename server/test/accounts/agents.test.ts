import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute } from '../../src/lib/clock.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'

let souk: Souk
let ada: Person
let grace: Person
beforeAll(async () => {
  souk = await startSouk()
  ada = await souk.person({ displayName: 'Ada' })
  grace = await souk.person({ displayName: 'Grace' })
})
afterAll(() => souk.stop())

const skill = {
  id: 'de-en',
  name: 'German to English',
  description: 'Texts of all kinds.',
  tags: ['translation'],
}

describe('createMyAgent', () => {
  it('makes the first agent active and fills in card defaults', async () => {
    const person = await souk.person()
    const { data } = await souk.call('createMyAgent', { name: 'first-agent' }, { as: person.token })
    expect(data.agent).toMatchObject({
      name: 'first-agent',
      displayName: 'first-agent',
      skills: [],
      inputModes: ['text/plain'],
      version: '1.0.0',
      pricing: { model: 'quote' },
      kind: null,
      visibility: 'public',
    })
    const me = await souk.call('getMe', {}, { as: person.token })
    expect(me.data.user.activeAgentId).toBe(data.agent.id)
  })

  it.each([
    ['taken', 'first-agent', 409],
    ['a look-alike', 'flrst-agent', 409],
    ['a look-alike by hyphens', 'firstagent', 409],
    ['reserved', 'me', 400],
    ['reserved', 'admin', 422],
    ['a look-alike of a reserved one', 'adm1n', 422],
    ['too short', 'ab', 400],
    ['upper case', 'Ada', 400],
    ['not ASCII', 'аda-agent', 400],
    ['ending with a hyphen', 'ada-', 400],
  ])('refuses a handle that is %s (%s)', async (_why, name, status) => {
    expect((await souk.call('createMyAgent', { name }, { as: ada.token })).status).toBe(status)
  })

  it('refuses names that imitate others with letters of another alphabet, for agents, people and organizations', async () => {
    const displayName = 'Ad\u0430'
    const as = { as: ada.token }
    const agent = await souk.agent(ada)
    const organization = { handle: 'imitators', displayName: 'Imitators' }
    const { id } = (await souk.call('createOrganization', organization, as)).data.organization
    const attempts = [
      await souk.call('createMyAgent', { name: 'imitator', displayName }, as),
      await souk.call('updateMyAgent', { displayName }, { ...as, agent: agent.id }),
      await souk.call('updateMe', { displayName }, as),
      await souk.call('registerUser', { email: 'i@example.com', password: 'correct horse', displayName }),
      await souk.call('createOrganization', { handle: 'imitated', displayName }, as),
      await souk.call('updateOrganization', { id, displayName }, as),
    ]
    for (const { status, body } of attempts) {
      expect([status, body['error']]).toEqual([
        422,
        '"displayName" must not mix alphabets within the word "Ad\u0430".',
      ])
    }
  })

  it('gives the handle to one of ten concurrent callers', async () => {
    const tries = Array.from({ length: 10 }, (_, index) =>
      souk.call('createMyAgent', { name: 'wanted-name' }, { as: index % 2 ? ada.token : grace.token }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(9)
  })

  it.each([
    ['two skills with one id', { skills: [skill, skill] }],
    ['a fixed price without an amount', { pricing: { model: 'fixed' as const } }],
    [
      'a free price with an amount',
      { pricing: { model: 'free' as const, price: { amount: 1, currency: 'USD' } } },
    ],
  ])('refuses %s', async (_name, fields) => {
    const response = await souk.call('createMyAgent', { name: 'odd-profile', ...fields }, { as: ada.token })
    expect(response.status).toBe(422)
  })
})

describe('listAgents', () => {
  it('searches by word, prefix, tag and skill, best match first, without private agents', async () => {
    const person = await souk.person()
    const fields = { description: 'Sonnets and limericks', tags: ['poetry'] }
    const named = await souk.agent(person, {
      ...fields,
      name: 'limerick-maker',
      skills: [{ ...skill, id: 'verse' }],
    })
    const other = await souk.agent(person, { ...fields, displayName: 'Poet' })
    await souk.agent(person, { ...fields, visibility: 'private' })
    const ids = async (query: object) => (await souk.call('listAgents', query)).data.items.map(({ id }) => id)
    expect(await ids({ q: 'limerick' })).toEqual([named.id, other.id])
    expect(await ids({ q: 'LIMER' })).toEqual([named.id, other.id])
    expect((await ids({ q: 'limerick sonnets' })).toSorted()).toEqual([named.id, other.id].toSorted())
    const dotted = await souk.agent(person, { displayName: 'Next.js expert', description: 'and/or C++' })
    expect(await ids({ q: 'next.js' })).toEqual([dotted.id])
    expect(await ids({ q: 'or c++' })).toEqual([dotted.id])
    expect(await ids({ q: 'limerick epic' })).toEqual([])
    expect(await ids({ tag: 'poetry' })).toEqual([named.id, other.id])
    expect(await ids({ skill: 'verse' })).toEqual([named.id])
    expect(await ids({ q: "'; drop table agents; -- & | ! :* <->" })).toEqual([])
  })

  it('ranks profiles without skills and history last, with and without search terms', async () => {
    const person = await souk.person()
    const fields = { tags: ['glassware'], description: 'Glassblowing' }
    const skilled = await souk.agent(person, { ...fields, skills: [skill] })
    const proven = await souk.agent(person, fields)
    const empty = await souk.agent(person, {
      ...fields,
      name: 'glassblowing-now',
      displayName: 'Glassblowing',
    })
    const hidden = await souk.agent(person, { ...fields, skills: [{ ...skill, private: true }] })
    await sql`
      insert into reputations (agent_id, completed, clients, had_deadline, on_time, disputed_as_provider, failed, settled,
        deliveries_judged, deliveries_accepted, disputed_as_client, updated_at)
      values (${proven.id}, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, ${souk.clock.now()})`.execute(souk.context.database)
    const pages = async (query: object) => {
      const seen: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = { tag: 'glassware', limit: 1, ...query, ...(cursor === undefined ? {} : { cursor }) }
        const { data } = await souk.call('listAgents', page)
        seen.push(...data.items.map(({ id }) => id))
        cursor = data.nextCursor
      }
      return seen
    }
    expect(await pages({})).toEqual([proven.id, skilled.id, hidden.id, empty.id])
    const found = await pages({ q: 'glassblowing' })
    expect(found.slice(0, 2).toSorted()).toEqual([proven.id, skilled.id].toSorted())
    expect(found.slice(2).toSorted()).toEqual([hidden.id, empty.id].toSorted())
  })

  it('pages without gaps or duplicates', async () => {
    const person = await souk.person()
    const created: string[] = []
    for (let count = 0; count < 7; count++) {
      created.push(
        (await souk.agent(person, { tags: ['paging'], description: 'word '.repeat(count + 1) })).id,
      )
    }
    for (const query of [{ tag: 'paging' }, { tag: 'paging', q: 'word' }]) {
      const seen: string[] = []
      let cursor: string | null | undefined
      do {
        const { data } = await souk.call('listAgents', { ...query, limit: 3, ...(cursor ? { cursor } : {}) })
        seen.push(...data.items.map(({ id }) => id))
        cursor = data.nextCursor
      } while (cursor)
      expect(seen.toSorted()).toEqual(created.toSorted())
    }
  })
})

describe('getAgent', () => {
  it('accepts handle and id, and hides private agents and skills from others', async () => {
    const hidden = await souk.agent(ada, { visibility: 'private' })
    const open = await souk.agent(ada, { skills: [skill, { ...skill, id: 'secret', private: true }] })
    const skillsFor = async (as?: string) =>
      (await souk.call('getAgent', { name: open.name }, { as })).data.agent.skills.map(({ id }) => id)
    expect(await skillsFor()).toEqual(['de-en'])
    expect(await skillsFor(grace.token)).toEqual(['de-en'])
    expect(await skillsFor(ada.token)).toEqual(['de-en', 'secret'])
    expect(await skillsFor(await souk.key(ada, open))).toEqual(['de-en', 'secret'])
    expect((await souk.call('getAgent', { name: open.id })).data.agent.id).toBe(open.id)
    expect((await souk.call('getAgent', { name: hidden.name }, { as: ada.token })).status).toBe(200)
    const stranger = await souk.call('getAgent', { name: hidden.name }, { as: grace.token })
    const missing = await souk.call('getAgent', { name: 'no-such-agent' }, { as: grace.token })
    expect([stranger.status, stranger.body]).toEqual([404, missing.body])
    expect((await souk.call('listAgents', { skill: 'secret' })).data.items).toEqual([])
    expect((await souk.call('listAgents', { q: 'secret' })).data.items).toEqual([])
  })
})

describe('X-Agent-Context', () => {
  it('selects the acting agent of a person by id or handle', async () => {
    const person = await souk.person()
    const [first, second] = [await souk.agent(person), await souk.agent(person)]
    const acting = async (agent?: string) =>
      (await souk.call('getMyAgent', {}, { as: person.token, ...(agent ? { agent } : {}) })).data.agent.id
    expect(await acting()).toBe(first.id)
    expect(await acting(second.id)).toBe(second.id)
    expect(await acting(second.name)).toBe(second.id)
    await souk.call('selectAgent', { agentId: second.name }, { as: person.token })
    expect(await acting()).toBe(second.id)
  })

  it('refuses an inaccessible agent and requires one if none is active', async () => {
    const agent = await souk.agent(ada)
    const loner = await souk.person()
    expect((await souk.call('getMyAgent', {}, { as: loner.token, agent: agent.id })).status).toBe(403)
    expect((await souk.call('getMyAgent', {}, { as: loner.token, agent: 'no-such-agent' })).status).toBe(403)
    expect((await souk.call('getMyAgent', {}, { as: loner.token })).status).toBe(400)
    const key = await souk.key(ada, agent)
    expect((await souk.call('getMyAgent', {}, { as: key, agent: agent.id })).status).toBe(200)
    expect((await souk.call('getMyAgent', {}, { as: key, agent: agent.name })).status).toBe(200)
    expect((await souk.call('getMyAgent', {}, { as: key, agent: (await souk.agent(ada)).id })).status).toBe(
      403,
    )
  })
})

describe('updateMyAgent', () => {
  it('changes only the given fields, for people and keys', async () => {
    const agent = await souk.agent(ada, { description: 'before', tags: ['one'] })
    const options = { as: ada.token, agent: agent.id }
    const { data } = await souk.call('updateMyAgent', { description: 'after' }, options)
    expect(data.agent).toMatchObject({ description: 'after', tags: ['one'] })
    const provider = { organization: 'Ada & Co', url: 'https://ada.example.com' }
    const byKey = await souk.call('updateMyAgent', { provider }, { as: await souk.key(ada, agent) })
    expect(byKey.data.agent.provider).toEqual(provider)
    const cleared = await souk.call('updateMyAgent', { provider: null }, options)
    expect(cleared.data.agent.provider).toBeNull()
  })

  it.each(['person', 'software', 'team'] as const)('states the kind "%s", and withdraws it', async (kind) => {
    const agent = await souk.agent(ada, { kind })
    const kindInList = async () => {
      const { data } = await souk.call('listAgents', { q: agent.name })
      return data.items.map((found) => found.kind)
    }
    const discovered = await souk.call('discoverAgents', { capability: agent.name })
    expect([agent.kind, await kindInList(), discovered.data.agents.map((found) => found.kind)]).toEqual([
      kind,
      [kind],
      [kind],
    ])
    const { data } = await souk.call('updateMyAgent', { kind: null }, { as: ada.token, agent: agent.id })
    expect([data.agent.kind, await kindInList()]).toEqual([null, [null]])
  })

  it('refuses an unknown kind', async () => {
    const agent = await souk.agent(ada)
    const unknown: object = { kind: 'robot' }
    const { status } = await souk.call('updateMyAgent', unknown, { as: ada.token, agent: agent.id })
    expect(status).toBe(400)
  })

  it('refuses an empty change', async () => {
    const agent = await souk.agent(ada)
    expect((await souk.call('updateMyAgent', {}, { as: ada.token, agent: agent.id })).status).toBe(400)
  })
})

describe('linkAgent', () => {
  it('accepts a link code once within 15 minutes', async () => {
    const agent = await souk.agent(ada)
    const owner = { as: ada.token, agent: agent.id }
    const code = (await souk.call('createLinkCode', {}, owner)).data.code
    const { data } = await souk.call('linkAgent', { code: code.toLowerCase() }, { as: grace.token })
    expect(data).toMatchObject({ agent: { id: agent.id }, role: 'operator' })
    expect((await souk.call('getMyAgent', {}, { as: grace.token, agent: agent.id })).status).toBe(200)
    const third = await souk.person()
    expect((await souk.call('linkAgent', { code }, { as: third.token })).status).toBe(410)
    const late = (await souk.call('createLinkCode', {}, owner)).data.code
    souk.clock.advance(15 * minute)
    expect((await souk.call('linkAgent', { code: late }, { as: third.token })).status).toBe(410)
  })

  it('lets a linked person act as the agent but not change its settings', async () => {
    const agent = await souk.agent(ada)
    const { code } = (await souk.call('createLinkCode', {}, { as: ada.token, agent: agent.id })).data
    await souk.call('linkAgent', { code }, { as: grace.token })
    const asGrace = { as: grace.token, agent: agent.id }
    expect((await souk.call('updateMyAgent', { description: 'x' }, asGrace)).status).toBe(403)
    expect((await souk.call('listKeys', { agentId: agent.id }, asGrace)).status).toBe(403)
    expect((await souk.call('removeMyAgent', { agentId: agent.id }, { as: grace.token })).status).toBe(200)
    expect((await souk.call('getMyAgent', {}, asGrace)).status).toBe(403)
    expect((await souk.call('getMyAgent', {}, { as: ada.token, agent: agent.id })).status).toBe(200)
  })

  it('refuses an agent of the caller, and a new code invalidates the previous one', async () => {
    const agent = await souk.agent(ada)
    const owner = { as: ada.token, agent: agent.id }
    const first = (await souk.call('createLinkCode', {}, owner)).data.code
    const second = (await souk.call('createLinkCode', {}, owner)).data.code
    expect((await souk.call('linkAgent', { code: first }, { as: grace.token })).status).toBe(410)
    expect((await souk.call('linkAgent', { code: second }, { as: ada.token })).status).toBe(409)
    expect((await souk.call('linkAgent', { code: second }, { as: grace.token })).status).toBe(200)
  })
})

describe('removeMyAgent', () => {
  it('archives: hides the agent, disables keys and keeps the handle taken', async () => {
    const person = await souk.person()
    const agent = await souk.agent(person)
    const key = await souk.key(person, agent)
    expect((await souk.call('removeMyAgent', { agentId: agent.name }, { as: person.token })).status).toBe(200)
    expect((await souk.call('getAgent', { name: agent.name })).status).toBe(404)
    expect((await souk.call('getMyAgent', {}, { as: key })).status).toBe(401)
    expect((await souk.call('getMe', {}, { as: person.token })).data.user.activeAgentId).toBeNull()
    expect((await souk.call('createMyAgent', { name: agent.name }, { as: grace.token })).status).toBe(409)
    expect((await souk.call('listMyAgents', {}, { as: person.token })).data.items).toEqual([])
  })
})

describe('createOwnedAgent', () => {
  it('assigns the new agent to the owner of the calling agent', async () => {
    const person = await souk.person()
    const agent = await souk.agent(person)
    const { data } = await souk.call(
      'createOwnedAgent',
      { name: 'second-hand' },
      { as: await souk.key(person, agent) },
    )
    const listed = await souk.call('listMyAgents', {}, { as: person.token })
    expect(listed.data.items.map((item) => [item.agent.id, item.role, item.active])).toEqual([
      [data.agent.id, 'owner', false],
      [agent.id, 'owner', true],
    ])
  })
})

describe('getAccountContext', () => {
  it('identifies a person and a key', async () => {
    const agent = await souk.agent(ada)
    const person = await souk.call('getAccountContext', {}, { as: ada.token, agent: agent.id })
    expect(person.data).toMatchObject({
      mode: 'user',
      user: { displayName: 'Ada' },
      role: 'owner',
      organization: null,
    })
    const key = await souk.key(ada, agent, { scopes: ['read', 'apply'] })
    const software = await souk.call('getAccountContext', {}, { as: key })
    expect(software.data).toMatchObject({ mode: 'key', user: null, role: null, scopes: ['read', 'apply'] })
  })
})
