import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { signIn } from '../fixtures/people/organizations.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

interface Reporter {
  readonly person: Person
  readonly agent: string
}
const reporter = async (verified: boolean): Promise<Reporter> => {
  const person = await souk.person({ verified })
  return { person, agent: (await souk.agent(person)).name }
}
const report = async ({ person, agent }: Reporter, subjectId: string) => {
  const input = { kind: 'agent', subjectId, reason: 'spam', details: 'Spam.' } as const
  return (await souk.call('createReport', input, { as: person.token, agent })).status
}
const newAgent = async () => souk.agent(await souk.person())
const cases = async (subjectId: string) =>
  (await souk.call('listCases', { subjectId, limit: 100 }, asOperator)).data.items
const rows = async (table: 'reports' | 'moderation_cases') =>
  (await souk.context.database.selectFrom(table).select('id').execute()).length

describe('a flood of reports', () => {
  it('ends at 20 cases of one person a day, 3 without a verified address', async () => {
    const agents = []
    for (let index = 0; index < 25; index++) agents.push(await newAgent())
    const verified = await reporter(true)
    const unverified = await reporter(false)
    const before = await rows('moderation_cases')
    // Concurrently: the count of the day is taken under a lock on the person.
    const statuses = await Promise.all(agents.map(({ id }) => report(verified, id)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect((await rows('moderation_cases')) - before).toBe(20)
    const few = await Promise.all(agents.map(({ id }) => report(unverified, id)))
    expect(few.filter((status) => status === 200)).toHaveLength(3)
    souk.clock.advance(day + 1)
    expect(
      await report({ ...verified, person: await signIn(souk, verified.person) }, agents[24]?.id ?? ''),
    ).toBe(200)
  })

  it('is one report in one case if it comes from one person about one subject', async () => {
    const { id } = await newAgent()
    const person = await reporter(true)
    const statuses = await Promise.all(Array.from({ length: 10 }, () => report(person, id)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await cases(id)).toMatchObject([{ reports: 1 }])
  })

  it('is one case if it comes from many people about one subject, with 100 stored texts and a count', async () => {
    const { id } = await newAgent()
    const before = [await rows('moderation_cases'), await rows('reports')] as const
    for (let index = 0; index < 105; index++) expect(await report(await reporter(true), id)).toBe(200)
    expect(await cases(id)).toMatchObject([{ reports: 105 }])
    expect([(await rows('moderation_cases')) - before[0], (await rows('reports')) - before[1]]).toEqual([
      1, 105,
    ])
    const [{ id: caseId } = expect.fail()] = await cases(id)
    const { reportList } = (await souk.call('getCase', { caseId }, asOperator)).data.case
    expect(reportList).toHaveLength(100)
    const { rows: texts } =
      await sql`select from reports where case_id = ${caseId} and details <> ''`.execute(
        souk.context.database,
      )
    expect(texts).toHaveLength(100)
  })
})
