/** Saved searches: who owns them, what they match, and that each match is announced exactly once. */
import { sql } from 'kysely'
import type { Contract, Input } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { day, hour, minute } from '../../src/lib/clock.ts'
import { announceMatches } from '../../src/resources/saved-searches/announce-matches.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { decideReport } from '../fixtures/people/decide-case.ts'
import { createTestAgent, postListing, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

type NewSearch = Input<Contract['savedSearches']['createSavedSearch']>

const mailsPerDay = 3
let souk: Souk
let seeker: TestAgent
let client: TestAgent
/** Each test searches by a unique tag. */
let tag = ''
let count = 0

beforeAll(async () => {
  souk = await startSouk({ settings: { ...readConfig({}).settings, mailsPerDay } })
})
beforeEach(async () => {
  seeker = await createTestAgent(souk)
  client = await createTestAgent(souk)
  tag = `t${count++}`
})
afterAll(() => souk.stop())
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})

const create = (fields: Partial<NewSearch> = {}, by = seeker.asPerson) =>
  souk.call(
    'createSavedSearch',
    { name: 'Mine', market: 'listings', criteria: { tag }, alerts: 'immediate', ...fields },
    by,
  )
const saved = async (fields: Partial<NewSearch> = {}, by = seeker.asPerson) =>
  (await create(fields, by)).data.search

async function post(fields: object = {}, by = client) {
  souk.clock.advance(1000)
  return postListing(souk, by, { title: 'Translate', tags: [tag], ...fields })
}

async function announce(): Promise<void> {
  while ((await souk.work(['search-alerts'])) > 0);
  await souk.work(['event-relay'])
}

/** Alerts of an agent, oldest first. */
async function alerts(of = seeker): Promise<unknown[]> {
  await announce()
  const { items } = (await souk.call('listNotifications', { kind: 'search.matched', limit: 100 }, of.key))
    .data
  for (const { href } of items) expect(href).toMatch(new RegExp(`^/as/${of.agent.name}/saved/searches/sch_`))
  return items.map(({ data }) => data).toReversed()
}

describe('createSavedSearch', () => {
  it('saves a search that only the agent sees', async () => {
    const search = await saved({ criteria: { q: 'letters', tag, minBudget: 100 } })
    expect(search).toMatchObject({ market: 'listings', alerts: 'immediate', mail: true, alertedAt: null })
    const list = async (by: TestAgent) => (await souk.call('listSavedSearches', {}, by.key)).data.items
    expect([await list(seeker), await list(client)]).toEqual([[search], []])
    const { id: searchId } = search
    expect((await souk.call('getSavedSearch', { searchId }, seeker.key)).data.search).toEqual(search)
    const refused = await Promise.all([
      souk.call('getSavedSearch', { searchId }, client.key),
      souk.call('updateSavedSearch', { searchId, name: 'Yours' }, client.key),
      souk.call('deleteSavedSearch', { searchId }, client.key),
      souk.call('getSavedSearch', { searchId: 'sch_%00' }, seeker.key),
    ])
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  it.each([
    ['a filter of the other market', { criteria: { skill: 'translate' } }, 422],
    ['words without letters', { criteria: { q: '!!' } }, 422],
    ['reversed bounds', { criteria: { minBudget: 2, maxBudget: 1 } }, 422],
    ['a name that hides its direction', { name: 'a\u202eb' }, 422],
    ['no filter', { criteria: {} }, 400],
    ['an unknown filter', { criteria: JSON.parse('{"owner":"me"}') }, 400],
    ['a blank name', { name: '  ' }, 400],
  ])('refuses %s', async (_name, fields, status) => {
    expect((await create(fields)).status).toBe(status)
  })

  it('refuses mail alerts for a search created with a key, and saves it without them', async () => {
    expect((await create({ mail: true }, seeker.key)).status).toBe(422)
    expect(await saved({}, seeker.key)).toMatchObject({ mail: false })
  })

  it('allows 100 searches of all agents of one owner', async () => {
    const { database } = souk.context
    const search = await saved()
    const { query: _query, ...columns } = await database
      .selectFrom('saved_searches')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await database
      .insertInto('saved_searches')
      .values(
        Array.from({ length: 97 }, (_, index) => ({
          ...columns,
          id: `sch_${String(index).padStart(26, '0')}` as const,
          criteria: JSON.stringify(columns.criteria),
        })),
      )
      .execute()
    const second = await souk.agent(seeker.person)
    const bySecond = { as: seeker.person.token, agent: second.id }
    const attempts = await Promise.all([create(), create({}, bySecond), create(), create({}, bySecond)])
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409])
    await souk.call('deleteSavedSearch', { searchId: search.id }, seeker.key)
    expect((await create()).status).toBe(200)
    await database.deleteFrom('saved_searches').execute()
  })
})

/** Mails about saved searches to the seeker; the first clock step sends immediate ones. */
async function mails() {
  await announce()
  await souk.work(['mail-plan'])
  souk.clock.advance(2 * minute)
  while ((await souk.work(['mails'])) > 0);
  const sent = await souk.mails()
  return sent.filter(({ to, subject }) => to === seeker.person.email && /saved search/.test(subject))
}

describe('mail about matches', () => {
  beforeEach(async () => {
    await souk.context.database
      .updateTable('users')
      .set({ email_verified_at: souk.clock.now() })
      .where('email', '=', seeker.person.email)
      .execute()
  })

  it('is sent once for an immediate search, with the matches', async () => {
    await saved({ name: 'German letters' })
    await post({ title: 'Letters to a bank' })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: 'A saved search has new results: “German letters”' })
    expect(mail?.text).toContain('“Letters to a bank”')
    souk.clock.advance(hour)
    expect(await mails()).toHaveLength(1)
  })

  it('leaves out the jobs of a client that was suspended meanwhile', async () => {
    await saved()
    const other = await createTestAgent(souk)
    await post({ title: 'Letters to a bank' })
    await post({ title: 'Letters to a friend' }, other)
    await announce()
    await decideReport(souk, other, { kind: 'agent', subjectId: client.agent.id, outcome: 'suspend' })
    const [mail] = await mails()
    expect(mail?.text).toContain('“Letters to a friend”')
    expect(mail?.text).not.toContain('“Letters to a bank”')
  })

  it('is sent once a day for a daily search, with all matches of the day', async () => {
    await saved({ alerts: 'daily' })
    await post({ title: 'Morning' })
    expect(await mails()).toEqual([])
    await post({ title: 'Evening' })
    souk.clock.advance(day)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.text).toMatch(/“Morning”[\s\S]*“Evening”|“Evening”[\s\S]*“Morning”/)
  })

  it('is not sent if the search, the topic or the address does not allow it', async () => {
    await saved({ mail: false })
    await post()
    expect(await mails()).toEqual([])
    await saved()
    const off = { preferences: { search: { mail: false } } }
    await souk.call('updateNotificationPreferences', off, seeker.asPerson)
    await post()
    expect(await mails()).toEqual([])
    expect(await alerts()).toHaveLength(2)
    seeker = await createTestAgent(souk)
    await saved()
    await post()
    expect(await mails()).toEqual([])
  })

  it('stops at the daily limit of the person', async () => {
    for (let index = 0; index < mailsPerDay + 3; index += 1) {
      await saved({ name: `Search ${index}` })
    }
    await post()
    expect(await mails()).toHaveLength(mailsPerDay)
  })
})

describe('announceMatches', () => {
  it('announces each new listing once, however often the worker runs', async () => {
    await post()
    const { id: searchId } = await saved()
    const first = await post()
    await announce()
    await announce()
    expect(await alerts()).toEqual([{ searchId, market: 'listings', count: 1, itemIds: [first.id] }])
    souk.clock.advance(hour)
    await souk.call('updateListing', { listingId: first.id, title: 'Changed' }, client.key)
    expect(await alerts()).toHaveLength(1)
  })

  it('announces each match once on several nodes that work concurrently', async () => {
    const searches = await Promise.all(Array.from({ length: 5 }, () => saved()))
    for (let index = 0; index < 12; index += 1) await post()
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        while ((await announceMatches(souk.context)) > 0);
      }),
    )
    souk.clock.advance(11 * minute)
    const found = await alerts()
    for (const { id } of searches) {
      const counts = found.filter((alert) => JSON.stringify(alert).includes(id))
      expect(counts.reduce<number>((sum, alert) => sum + Number(Object(alert).count), 0)).toBe(12)
    }
  })

  it('loses no match when the worker fails halfway', async () => {
    await saved()
    await post()
    const { store } = souk.context
    const failing = store.write(async (tx) => {
      await announceMatches({ store: { ...store, write: (change) => change(tx) } })
      throw new Error('killed')
    })
    await expect(failing).rejects.toThrow('killed')
    expect(await alerts()).toHaveLength(1)
  })

  it('collects a flood of listings into one alert in ten minutes', async () => {
    await saved()
    await post()
    expect(await alerts()).toHaveLength(1)
    for (let index = 0; index < 15; index += 1) await post()
    expect(await alerts()).toHaveLength(1)
    souk.clock.advance(10 * minute)
    const [, second] = await alerts()
    expect(second).toMatchObject({ count: 15 })
    expect(Object(second).itemIds).toHaveLength(10)
  })

  it('announces daily searches in the morning of the person', async () => {
    await souk.call('updateMe', { timeZone: 'America/New_York' }, seeker.asPerson)
    souk.clock.advance(day - (souk.clock.now().getTime() % day))
    await saved({ alerts: 'daily' })
    await post()
    souk.clock.advance(12 * hour)
    expect(await alerts()).toEqual([])
    souk.clock.advance(hour)
    expect(await alerts()).toHaveLength(1)
  })

  it.each([
    ['tag', { criteria: { tag: 'other' } }, 0],
    ['words', { criteria: { q: 'translat', tag: '' } }, 1],
    ['other words', { criteria: { q: 'paint' } }, 0],
    ['budget', { criteria: { minBudget: 5000, maxBudget: 5000 } }, 1],
    ['a higher budget', { criteria: { minBudget: 5001 } }, 0],
    ['rating', { criteria: { minRating: 3 } }, 0],
    ['a search that is switched off', { criteria: {}, alerts: 'off' as const }, 0],
  ])('compares %s', async (_name, fields, expected) => {
    const criteria = { tag, ...fields.criteria }
    const { tag: wanted, ...others } = criteria
    await saved({ ...fields, criteria: wanted === '' ? others : criteria })
    await post({ budget: usd(5000) })
    expect(await alerts()).toHaveLength(expected)
  })

  it('announces agents when they first match after becoming public', async () => {
    await saved({ market: 'agents', criteria: { tag, kind: 'team', maxPrice: 500 } })
    souk.clock.advance(1000)
    const hidden = await souk.agent(client.person, { tags: [tag], kind: 'team', visibility: 'private' })
    const own = await souk.agent(client.person, { tags: [tag] })
    expect(await alerts()).toEqual([])
    const asOwn = { as: client.person.token, agent: own.id }
    await souk.call('updateMyAgent', { kind: 'team', pricing: { model: 'fixed', price: usd(501) } }, asOwn)
    expect(await alerts()).toEqual([])
    souk.clock.advance(1000)
    await souk.call('updateMyAgent', { pricing: { model: 'free' } }, asOwn)
    expect(await alerts()).toMatchObject([{ count: 1, itemIds: [own.id] }])
    souk.clock.advance(hour)
    const asHidden = { as: client.person.token, agent: hidden.id }
    await souk.call('updateMyAgent', { visibility: 'public', pricing: { model: 'free' } }, asHidden)
    expect(await alerts()).toMatchObject([{ itemIds: [own.id] }, { itemIds: [hidden.id] }])
    souk.clock.advance(hour)
    await souk.call('updateMyAgent', { description: 'Changed.' }, asOwn)
    expect(await alerts()).toHaveLength(2)
  })

  it('announces nothing of the same owner, and nothing between blocked agents', async () => {
    const second = await souk.agent(seeker.person)
    const loud = await createTestAgent(souk)
    const shy = await createTestAgent(souk)
    await saved()
    await souk.call('blockAgent', { name: loud.agent.name }, seeker.key)
    await souk.call('blockAgent', { name: seeker.agent.name }, shy.key)
    await post({}, seeker)
    souk.clock.advance(1000)
    await souk.call(
      'createListing',
      { title: 'Own', description: 'Own.', tags: [tag] },
      { as: seeker.person.token, agent: second.id },
    )
    await post({}, loud)
    await post({}, shy)
    await post({ status: 'draft' })
    expect(await alerts()).toEqual([])
  })

  it('leaves out what is hidden or blocked before a daily alert', async () => {
    await saved({ alerts: 'daily' })
    const [deleted, kept] = [await post(), await post()]
    const blocked = await createTestAgent(souk)
    await post({}, blocked)
    await announce()
    await souk.call('deleteListing', { listingId: deleted.id }, client.key)
    await souk.call('blockAgent', { name: blocked.agent.name }, seeker.key)
    souk.clock.advance(day)
    expect(await alerts()).toMatchObject([{ count: 1, itemIds: [kept.id] }])
  })

  it('ends with the search, with its criteria and with the authority of the person', async () => {
    const search = await saved({ alerts: 'daily' })
    await post()
    await announce()
    await souk.call('updateSavedSearch', { searchId: search.id, criteria: { tag: 'x' } }, seeker.asPerson)
    souk.clock.advance(day)
    expect(await alerts()).toEqual([])
    const member = await souk.person()
    const { code } = (await souk.call('createLinkCode', {}, seeker.asPerson)).data
    await souk.call('linkAgent', { code }, { as: member.token })
    await saved({ alerts: 'daily' }, { as: member.token, agent: seeker.agent.id })
    await post()
    await announce()
    const person = { agentId: seeker.agent.id, userId: member.user.id }
    await souk.call('removeAgentPerson', person, { as: seeker.person.token })
    souk.clock.advance(day)
    expect(await alerts()).toEqual([])
    await souk.call('deleteSavedSearch', { searchId: search.id }, seeker.key)
    await saved()
    await post()
    await souk.call('removeMyAgent', { agentId: seeker.agent.id }, { as: seeker.person.token })
    await announce()
    const { rows } = await sql`select number from events
      where agent_id = ${seeker.agent.id} and kind = 'search.matched'`.execute(souk.context.database)
    expect(rows).toEqual([])
  })
})
