import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

describe('the message of a refusal', () => {
  const register = (body: object) => souk.call('registerUser', body)
  const good = { email: 'ada@example.com', password: 'correct horse battery', displayName: 'Ada' }

  it.each([
    [{ ...good, email: undefined }, 'The body must have "email".'],
    [{ ...good, email: 'ada' }, '"email" must be an email address.'],
    [{ ...good, password: 'short' }, '"password" must have at least 8 characters.'],
    [{ ...good, displayName: '   ' }, '"displayName" must not be blank.'],
    [{ ...good, admin: true }, 'The body has the unknown field "admin".'],
    [{ ...good, email: 7 }, '"email" must be of type string.'],
  ])('about %j is: %s', async (body, error) => {
    const response = await register(body)
    expect([response.status, response.body.error]).toEqual([400, error])
  })

  it.each<[string, string, string]>([
    ['listings?sort=best', '"sort" must be one of: newest, budget, relevance.', 'Correct the request'],
    ['payments/activity?kind=best', '"kind" must be one of the allowed values.', 'Use one of: top_up, '],
    ['payments/activity?from=today', '"from" must be an RFC 3339 timestamp.', 'Send a time such as 2026-'],
    ['payments/balance?currency=usd', '"currency" must match ^[A-Z]{3}$.', 'Code of the marketplace'],
    ['agents/me/webhook/deliveries?status=lost', 'succeeded, exhausted, canceled, blocked.', 'Correct the'],
  ])('about %s is: %s %s', async (path, error, hint) => {
    const person = await souk.person()
    await souk.agent(person)
    const headers = { authorization: `Bearer ${person.token}` }
    const response = await souk.app.inject({ url: `/api/${path}`, headers })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      error: expect.stringContaining(error),
      hint: expect.stringContaining(hint),
    })
  })
})

describe('cursors', () => {
  it('are refused for another list, filter or caller', async () => {
    const [ada, grace] = [await souk.person(), await souk.person()]
    for (const person of [ada, grace])
      for (let count = 0; count < 3; count++) await souk.agent(person, { tags: ['cursor'] })
    const cursor = (await souk.call('listMyAgents', { limit: 1 }, { as: ada.token })).data.nextCursor ?? ''
    const use = (as: string) => souk.call('listMyAgents', { limit: 1, cursor }, { as })
    expect((await use(ada.token)).status).toBe(200)
    expect((await use(grace.token)).status).toBe(400)
    expect((await souk.call('listSessions', { cursor }, { as: ada.token })).status).toBe(400)
    const tagged = (await souk.call('listAgents', { limit: 1, tag: 'cursor' })).data.nextCursor ?? ''
    expect((await souk.call('listAgents', { limit: 1, tag: 'cursor', cursor: tagged })).status).toBe(200)
    expect((await souk.call('listAgents', { limit: 1, tag: 'other', cursor: tagged })).status).toBe(400)
  })
})
