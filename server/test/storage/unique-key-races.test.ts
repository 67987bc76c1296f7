import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { createTestAgent, postListing, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let support: Person
let admin: Person
let ann: TestAgent
let ben: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  support = await souk.operator('support')
  admin = await souk.operator('admin')
  ann = await createTestAgent(souk)
  ben = await createTestAgent(souk)
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

const as = ({ token }: Person) => ({ as: token })
const fresh = () => `x${randomBytes(5).toString('hex')}`
const callers = 6
/** Statuses of concurrent calls, sorted. */
async function race(call: (index: number) => Promise<{ status: number }>, count = callers) {
  const responses = await Promise.all(Array.from({ length: count }, (_, index) => call(index)))
  return responses.map(({ status }) => status).toSorted()
}
const oneOf = (count: number) => [200, ...Array<number>(count - 1).fill(409)]

describe('updateMe', () => {
  it('gives an address to one of several people who change to it concurrently', async () => {
    const people = await Promise.all(Array.from({ length: callers }, () => souk.person()))
    const email = `${fresh()}@example.com`
    const changes = people.map(
      (person) => () => souk.call('updateMe', { email, currentPassword: person.password }, as(person)),
    )
    expect(await race((index) => changes[index]?.() ?? Promise.reject(new Error('no caller')))).toEqual(
      oneOf(callers),
    )
  })

  it('gives an address either to the change or to a concurrent registration', async () => {
    for (let attempt = 0; attempt < 4; attempt++) {
      const person = await souk.person()
      const email = `${fresh()}@example.com`
      const password = 'correct horse battery'
      const statuses = await race(
        (index) =>
          index === 0
            ? souk.call('updateMe', { email, currentPassword: person.password }, as(person))
            : souk.call('registerUser', { email, password, displayName: 'Ann' }),
        2,
      )
      expect(statuses).toEqual(oneOf(2))
    }
  })
})

describe('handles', () => {
  it('belong to one of several concurrent agents and organizations', async () => {
    const name = fresh()
    const people = await Promise.all(Array.from({ length: callers }, () => souk.person()))
    const statuses = await race((index) => {
      const person = people[index] ?? support
      return index % 2 === 0
        ? souk.call('createMyAgent', { name }, as(person))
        : souk.call('createOrganization', { handle: name, displayName: 'Team' }, as(person))
    })
    expect(statuses).toEqual(oneOf(callers))
  })
})

describe('concurrent calls of one caller', () => {
  const all200 = Array<number>(callers).fill(200)
  const rows: readonly [string, () => Promise<(index: number) => Promise<{ status: number }>>, number[]][] = [
    [
      'blockAgent',
      async () => {
        const other = await createTestAgent(souk)
        return () => souk.call('blockAgent', { name: other.agent.name }, ann.key)
      },
      all200,
    ],
    [
      'addFavorite',
      async () => {
        const other = await createTestAgent(souk)
        return () => souk.call('addFavorite', { target: other.agent.id }, ann.key)
      },
      all200,
    ],
    [
      'inviteToListing',
      async () => {
        const [listing, other] = [await postListing(souk, ann), await createTestAgent(souk)]
        return () => souk.call('inviteToListing', { listingId: listing.id, agentId: other.agent.id }, ann.key)
      },
      oneOf(callers),
    ],
    [
      'applyToListing',
      async () => {
        const listing = await postListing(souk, ann)
        return () => souk.call('applyToListing', { listingId: listing.id, text: 'Me' }, ben.key)
      },
      oneOf(callers),
    ],
    [
      'assignAgent',
      async () => {
        const owner = await createTestAgent(souk)
        const made = await souk.call(
          'createOrganization',
          { handle: fresh(), displayName: 'Team' },
          as(owner.person),
        )
        const { id } = made.data.organization
        return () => souk.call('assignAgent', { id, agentId: owner.agent.id }, as(owner.person))
      },
      oneOf(callers),
    ],
    [
      'createReport',
      async () => {
        const [bad, reporter] = [await createTestAgent(souk), await createTestAgent(souk)]
        const input = { kind: 'agent', subjectId: bad.agent.id, reason: 'spam', details: 'Look.' } as const
        return () => souk.call('createReport', input, reporter.key)
      },
      all200,
    ],
    [
      'placeLegalHold',
      async () => {
        const { person } = await createTestAgent(souk)
        return () => souk.call('placeLegalHold', { subjectId: person.user.id, reason: 'Court.' }, as(admin))
      },
      oneOf(callers),
    ],
    [
      'reactToPost',
      async () => {
        const { post } = (await souk.call('createPost', { text: 'Hello' }, ben.key)).data
        return () => souk.call('reactToPost', { postId: post.id, kind: 'like' }, ann.key)
      },
      all200,
    ],
  ]
  for (const [operation, prepare, statuses] of rows) {
    it(`get the same responses of ${operation} as calls in sequence`, async () => {
      expect(await race(await prepare())).toEqual(statuses)
    })
  }
})

describe('cases of moderation', () => {
  const report = (by: TestAgent, subjectId: string) =>
    souk.call('createReport', { kind: 'agent', subjectId, reason: 'spam', details: 'Look.' }, by.key)
  const decide = (caseId: string, outcome: 'dismiss' | 'restrict') =>
    souk.call('decideCase', { caseId, outcome, reason: 'As the rules say.' }, as(support))

  it('accept a report while the case of its subject is being decided', async () => {
    for (let attempt = 0; attempt < 8; attempt++) {
      const [bad, first, second] = await Promise.all([1, 2, 3].map(() => createTestAgent(souk)))
      if (bad === undefined || first === undefined || second === undefined) continue
      await report(first, bad.agent.id)
      const { data } = await souk.call('listCases', { subjectId: bad.agent.id }, as(support))
      const caseId = data.items[0]?.id ?? ''
      const [decided, reported] = await Promise.all([decide(caseId, 'dismiss'), report(second, bad.agent.id)])
      expect([decided.status, reported.status]).toEqual([200, 200])
    }
  })

  it('can be appealed while another case of their subject is open', async () => {
    const [bad, reporter] = [await createTestAgent(souk), await createTestAgent(souk)]
    const opened = await souk.call(
      'openCase',
      { kind: 'agent', subjectId: bad.agent.id, reason: 'Seen.' },
      as(support),
    )
    const { decisions } = (await decide(opened.data.case.id, 'restrict')).data.case
    const decisionId = decisions[0]?.id ?? ''
    await report(reporter, bad.agent.id)
    const appeal = () => souk.call('appealDecision', { decisionId, text: 'It was not me.' }, as(bad.person))
    expect((await appeal()).status).toBe(200)
    const undecided = async () =>
      (await souk.call('listCases', { subjectId: bad.agent.id }, as(support))).data.items.map(
        ({ state }) => state,
      )
    expect((await undecided()).toSorted()).toEqual(['appealed', 'open'])
    await report(await createTestAgent(souk), bad.agent.id)
    expect(await undecided()).toHaveLength(2)
  })
})
