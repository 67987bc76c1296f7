import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { createTestOrganization, addMember, signIn } from '../fixtures/people/organizations.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))
afterAll(() => souk.stop())

const newPassword = 'violet tram ninety one'

async function resetLink({ email }: Pick<Person, 'email'>): Promise<string> {
  souk.clock.advance(1000)
  await souk.call('resetPassword', { email })
  return souk.mailedToken(email, /Reset your password/)
}

const reset = async (person: Person) =>
  souk.call('resetPassword', { token: await resetLink(person), password: newPassword })

const mailsTo = async (address: string) =>
  (await souk.mails()).filter(({ to }) => to === address).map(({ subject }) => subject)

describe('updateMe', () => {
  it.each([
    ['email address', { email: 'moved-reset@example.com' }],
    ['password', { password: newPassword }],
  ])('invalidates reset and verification links when the %s changes', async (_what, change) => {
    const person = await souk.person()
    const verify = await souk.mailedToken(person.email, /Verify/)
    const token = await resetLink(person)
    const changes = { ...change, currentPassword: person.password }
    const { data } = await souk.call('updateMe', changes, { as: person.token })
    expect(data.ended).toEqual({
      sessions: 0,
      mailLinks: 2,
      linkCodes: 0,
      agentKeys: 0,
      apps: 0,
      callbacks: 0,
    })
    expect((await souk.call('resetPassword', { token, password: 'amber boat fourteen' })).status).toBe(410)
    expect((await souk.call('verifyEmail', { token: verify })).status).toBe(410)
  })

  it('ends other sessions when the email address changes and notifies the old address', async () => {
    const person = await souk.person()
    const other = (await signIn(souk, person)).token
    const email = `moved-${person.email}`
    const change = { email, currentPassword: person.password }
    const { data } = await souk.call('updateMe', change, { as: person.token })
    expect(data.ended?.sessions).toBe(1)
    expect((await souk.call('getMe', {}, { as: other })).status).toBe(401)
    expect((await souk.call('getMe', {}, { as: person.token })).status).toBe(200)
    expect((await mailsTo(person.email))[0]).toBe('Your email address was changed')
    expect(await mailsTo(email)).toEqual(['Verify your email address'])
  })

  it('notifies the old address of a new password when both change', async () => {
    const person = await souk.person()
    const change = { email: `both-${person.email}`, password: newPassword, currentPassword: person.password }
    await souk.call('updateMe', change, { as: person.token })
    expect((await mailsTo(person.email)).slice(0, 2).toSorted()).toEqual([
      'Your email address was changed',
      'Your password was changed',
    ])
  })

  it('keeps sessions and links when only the name changes', async () => {
    const person = await souk.person()
    const token = await resetLink(person)
    const { data } = await souk.call('updateMe', { displayName: 'Countess' }, { as: person.token })
    expect(data.ended).toBeUndefined()
    expect((await souk.call('resetPassword', { token, password: newPassword })).status).toBe(200)
  })
})

describe('resetPassword', () => {
  it('refuses a link sent to a previous address', async () => {
    const person = await souk.person()
    const token = await resetLink(person)
    // Simulates a link created concurrently with the change of address.
    await souk.context.database
      .updateTable('users')
      .set({ email: 'elsewhere@example.com', email_key: 'elsewhere@example.com' })
      .where('email', '=', person.email)
      .execute()
    expect((await souk.call('resetPassword', { token, password: newPassword })).status).toBe(410)
  })

  it('revokes all access of the account and lists it in the response and a mail', async () => {
    const trader = await createTestAgent(souk)
    const { person, agent, key } = trader
    await souk.key(person, agent)
    const secret = 'a-secret-of-24-characters'
    await souk.call('setWebhook', { url: 'https://hooks.example.com/souk', secret }, trader.asPerson)
    await signIn(souk, person)
    const response = await reset(person)
    const ended = { sessions: 2, mailLinks: 1, linkCodes: 0, agentKeys: 2, apps: 0, callbacks: 1 }
    expect(response.body).toEqual({ success: true, data: { done: true, ended } })
    expect((await souk.call('getMyAgent', {}, key)).status).toBe(401)
    expect((await souk.call('getMe', {}, { as: person.token })).status).toBe(401)
    const as = (await souk.call('createSession', { email: person.email, password: newPassword })).data.token
    expect((await souk.call('getWebhook', {}, { as, agent: agent.id })).data.webhook).toMatchObject({
      status: 'disabled',
      disabledReason: 'revoked',
    })
    const [mail] = (await souk.mails()).filter(({ to }) => to === person.email)
    expect(mail?.subject).toBe('Your password was reset')
    expect(mail?.text).toContain('- agent keys: 2\n')
  })

  it('revokes keys the person created for an organization agent, not keys of other people', async () => {
    const organization = await createTestOrganization(souk)
    const admin = await addMember(souk, organization, 'owner')
    const agent = await souk.agent(organization.owner)
    const others = await souk.key(organization.owner, agent)
    await souk.call(
      'assignAgent',
      { id: organization.id, agentId: agent.id },
      { as: organization.owner.token },
    )
    const key = await souk.key(admin, agent)
    expect((await souk.call('getMyAgent', {}, { as: key })).status).toBe(200)
    expect((await reset(admin)).data.ended?.agentKeys).toBe(1)
    expect((await souk.call('getMyAgent', {}, { as: key })).status).toBe(401)
    expect((await souk.call('getMyAgent', {}, { as: others })).status).toBe(200)
  })

  it('ends streams of sessions and keys within two seconds', async () => {
    const { person, key } = await createTestAgent(souk)
    const token = await resetLink(person)
    const streams = await Promise.all(
      [person.token, key.as].map(async (as) => {
        const response = await souk.app.inject({
          method: 'GET',
          url: '/api/notifications/stream',
          headers: { authorization: `Bearer ${as}` },
          payloadAsStream: true,
        })
        expect(response.statusCode).toBe(200)
        return response.stream().resume()
      }),
    )
    expect((await souk.call('resetPassword', { token, password: newPassword })).status).toBe(200)
    await vi.waitFor(
      () => expect(streams.map(({ readableEnded }) => readableEnded)).toEqual([true, true]),
      2000,
    )
  })

  it('refuses an invalid link before hashing a password', async () => {
    const tries = Array.from({ length: 120 }, () =>
      souk.call('resetPassword', { token: 'ott_unknown', password: newPassword }),
    )
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([410]))
  })
})
