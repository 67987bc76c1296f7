import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isId, type Id } from '../../src/lib/ids.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { market, text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, referenceTo, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let ada: TestAgent
let ben: TestAgent
let eve: TestAgent
/** Named from the view of Ada. */
let hiredBen: Id<'task'>
let hiredByBen: Id<'task'>
let hiredEve: Id<'task'>
beforeAll(async () => {
  souk = await startSouk()
  ada = await createTestAgent(souk)
  ben = await createTestAgent(souk)
  eve = await createTestAgent(souk)
  hiredBen = await hire(ada, ben)
  hiredByBen = await hire(ben, ada)
  hiredEve = await hire(ada, eve)
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

async function hire(client: TestAgent, provider: TestAgent): Promise<Id<'task'>> {
  const message = { parts: text('Hello') }
  const input = { name: provider.agent.name, message, configuration: { returnImmediately: true } }
  const { task } = (await souk.call('sendMessage', input, client.key)).data
  souk.clock.advance(1)
  const id = task?.id ?? ''
  return isId('task', id) ? id : fail('no task')
}

const list = async (whose: TestAgent, as: TestAgent, query: object = {}) =>
  (await souk.call('listTasks', { name: whose.agent.name, ...query }, as.key)).data
const idsOf = async (whose: TestAgent, as: TestAgent, query: object = {}) =>
  (await list(whose, as, query)).tasks.map(({ id }) => id)

describe('listTasks', () => {
  it('lists tasks of the caller in both roles, last changed first', async () => {
    expect(await idsOf(ada, ada)).toEqual([hiredEve, hiredByBen, hiredBen])
    expect((await list(ada, ada)).totalSize).toBe(3)
    const roles = (await list(ada, ada)).tasks.map((task) => market(task).role)
    expect(roles).toEqual(['client', 'provider', 'client'])
  })

  it('names both parties with kind and avatar, as the response to the hire does', async () => {
    const [client, provider] = [await createTestAgent(souk), await createTestAgent(souk)]
    await souk.call('updateMyAgent', { displayName: 'Zoe Draws', kind: 'person' }, provider.asPerson)
    const sent = { name: provider.agent.name, message: { parts: text('Hello') } }
    const { task } = (await souk.call('sendMessage', sent, client.key)).data
    const party = { ...referenceTo(provider.agent), displayName: 'Zoe Draws', kind: 'person' }
    const [listed] = (await list(client, client)).tasks
    for (const shown of [task, listed]) {
      expect(shown === undefined ? undefined : market(shown).provider).toEqual(party)
    }
  })

  it('lists only tasks with the named agent, in both roles', async () => {
    expect(await idsOf(ben, ada)).toEqual([hiredByBen, hiredBen])
    expect(await idsOf(eve, ada)).toEqual([hiredEve])
    expect(await idsOf(eve, ben)).toEqual([])
  })

  it.each([
    ['client', () => ada, () => [hiredEve, hiredBen]],
    ['provider', () => ada, () => [hiredByBen]],
    ['client', () => ben, () => [hiredBen]],
    ['provider', () => ben, () => [hiredByBen]],
    ['provider', () => eve, () => []],
  ])('filters by role %s', async (role, whose, expected) => {
    expect(await idsOf(whose(), ada, { role })).toEqual(expected())
  })

  it('pages through both roles without gaps or duplicates', async () => {
    const seen: string[] = []
    for (let pageToken = ''; ;) {
      const page = await list(ada, ada, { pageSize: 1, pageToken })
      seen.push(...page.tasks.map(({ id }) => id))
      pageToken = page.nextPageToken
      if (pageToken === '') break
    }
    expect(seen).toEqual([hiredEve, hiredByBen, hiredBen])
  })

  it('refuses a page token issued for another role', async () => {
    const { nextPageToken } = await list(ada, ada, { pageSize: 1 })
    const input = { name: ada.agent.name, role: 'client' as const, pageSize: 1, pageToken: nextPageToken }
    expect((await souk.call('listTasks', input, ada.key)).status).toBe(400)
  })

  it('hides a hidden application from its client but not from its provider', async () => {
    const database = souk.context.database
    const later = new Date(souk.clock.now().getTime() + 60_000)
    await database.updateTable('tasks').set({ hidden_until: later }).where('id', '=', hiredByBen).execute()
    expect(await idsOf(ben, ben)).not.toContain(hiredByBen)
    expect(await idsOf(ada, ben)).not.toContain(hiredByBen)
    expect(await idsOf(ada, ada)).toContain(hiredByBen)
    expect(await idsOf(ben, ada)).toContain(hiredByBen)
    await database.updateTable('tasks').set({ hidden_until: null }).where('id', '=', hiredByBen).execute()
  })
})
