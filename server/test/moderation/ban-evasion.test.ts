import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'

let souk: Souk
let admin: Person
let payments: PaymentActions
beforeAll(async () => {
  souk = await startSouk()
  admin = await souk.operator('admin')
  payments = createPaymentActions(souk)
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

const password = 'correct horse battery staple'
const signUp = async (email: string) => {
  const { data } = await souk.call('registerUser', { email, password, displayName: 'New' })
  return { id: data.user.id, token: data.token }
}
const details = async (userId: string) =>
  (await souk.call('getUserDetails', { userId }, { as: admin.token })).data.user
const suspend = async (userId: string) => {
  const opened = { kind: 'user', subjectId: userId, reason: 'Fraud.' } as const
  const { id: caseId } = (await souk.call('openCase', opened, { as: admin.token })).data.case
  const decision = { caseId, outcome: 'suspend', target: 'user', reason: 'Fraud.' } as const
  expect((await souk.call('decideCase', decision, { as: admin.token })).status).toBe(200)
}
const hits = async (q: string) =>
  (await souk.call('searchMarket', { q }, asOperator)).data.results.map(({ id, evasionSuspected }) => [
    id,
    evasionSuspected,
  ])

describe('a sign-up with the mailbox of a suspended person', () => {
  it.each([
    ['mallory@example.com', 'mallory+2@example.com', true],
    ['mal.lory.b@gmail.com', 'mallory.b+new@googlemail.com', true],
    ['mallory.c@example.org', 'malloryc@example.org', false],
    ['mallory.d@example.org', 'mallory.d@example.net', false],
  ])('of %s as %s is suspected: %s', async (first, second, suspected) => {
    const banned = await signUp(first)
    await suspend(banned.id)
    const { id, token } = await signUp(second)
    const user = await details(id)
    expect(user.evasionSuspected).toBe(suspected)
    expect(user.related.map((person) => [person.id, person.by, person.standing])).toEqual(
      suspected ? [[banned.id, 'email', 'suspended']] : [],
    )
    expect(user.cases.map(({ kind, state }) => [kind, state])).toEqual(suspected ? [['user', 'open']] : [])
    expect(await hits(id)).toEqual([[id, suspected]])
    expect(await hits(first)).toEqual(
      expect.arrayContaining([[banned.id, false], ...(suspected ? [[id, true]] : [])]),
    )
    // No measure is taken.
    expect(user.standing).toBe('good')
    expect((await souk.call('getMe', {}, { as: token })).status).toBe(200)
    if (!suspected) return
    const { history } = (await souk.call('getCase', { caseId: user.cases[0]?.id ?? '' }, { as: admin.token }))
      .data.case
    expect(history.map(({ action, details: facts }) => [action, facts])).toContainEqual([
      'noted',
      { reason: `Possible evasion of a suspension: the same mailbox as ${banned.id} (email).` },
    ])
  })

  it('raises nothing if no person with the mailbox is suspended', async () => {
    await signUp('good@example.com')
    const { id } = await signUp('good+work@example.com')
    expect(await details(id)).toMatchObject({
      evasionSuspected: false,
      related: [{ by: 'email' }],
      cases: [],
    })
  })
})

describe('a saved card of a suspended person', () => {
  it('opens one case on the owner who saves it', async () => {
    const save = async (person: Person, card: string) => {
      const agent = await souk.agent(person)
      const caps = { maxPerCharge: 50_000, maxPerDay: 100_000, currency: 'USD' }
      const { data } = await souk.call('bootstrapAuthority', caps, { as: person.token, agent: agent.id })
      await payments.complete(data.session, { card })
      await payments.settle()
    }
    const [banned, again, other] = [await souk.person(), await souk.person(), await souk.person()]
    await save(banned, '4242424242424242')
    await suspend(banned.user.id)
    await save(other, '5555555555554444')
    expect(await details(other.user.id)).toMatchObject({ evasionSuspected: false, related: [], cases: [] })
    await save(again, '4242424242424242')
    const found = await details(again.user.id)
    expect(found).toMatchObject({
      evasionSuspected: true,
      standing: 'good',
      related: [{ id: banned.user.id, by: 'card', standing: 'suspended' }],
      cases: [{ kind: 'user', state: 'open' }],
    })
    await save(again, '4242424242424242')
    expect((await details(again.user.id)).cases).toHaveLength(1)
  })
})
