import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, minute } from '../../src/lib/clock.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

const ada = { email: 'ada@example.com', password: 'correct horse battery', displayName: 'Ada' }

describe('registerUser', () => {
  it('creates the account, signs in and sends a verification mail', async () => {
    const { data } = await souk.call('registerUser', ada)
    expect(data.user).toMatchObject({
      email: ada.email,
      emailVerified: false,
      displayName: 'Ada',
      activeAgentId: null,
    })
    expect(data.token).toMatch(/^souk_st_/)
    expect((await souk.call('getMe', {}, { as: data.token })).data.user.id).toBe(data.user.id)
    expect(await souk.mailedToken(ada.email, /Verify/)).toMatch(/^ott_/)
  })

  it('stores neither password nor token in plain text', async () => {
    const person = await souk.person()
    const users = await souk.context.database.selectFrom('users').selectAll().execute()
    const sessions = await souk.context.database.selectFrom('sessions').selectAll().execute()
    const stored = JSON.stringify([
      users,
      sessions.map((row) => ({ ...row, hex: row.secret_hash.toString('hex') })),
    ])
    expect(stored).toContain('$argon2id$')
    expect(stored).not.toContain(person.password)
    expect(stored).not.toContain(person.token.slice(-49, -6))
  })

  it('treats addresses as case-insensitive', async () => {
    const response = await souk.call('registerUser', { ...ada, email: 'ADA@example.com' })
    expect([response.status, response.body.hint]).toEqual([409, 'Sign in, or reset your password.'])
  })

  it.each([
    ['a known password', { password: 'password123' }],
    ['the display name', { password: 'Ada Lovelace', displayName: 'ada lovelace' }],
    ['direction-changing characters', { displayName: 'Ada\u202e' }],
  ])('refuses %s', async (_name, fields) => {
    expect((await souk.call('registerUser', { ...ada, email: 'new@example.com', ...fields })).status).toBe(
      422,
    )
  })

  it('registers one of two concurrent calls with the same address', async () => {
    const both = { ...ada, email: 'race@example.com' }
    const responses = await Promise.all([souk.call('registerUser', both), souk.call('registerUser', both)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('verifyEmail', () => {
  it('verifies once, and only before the link expires', async () => {
    const person = await souk.person()
    const token = await souk.mailedToken(person.email, /Verify/)
    expect((await souk.call('verifyEmail', { token })).data.user.emailVerified).toBe(true)
    expect((await souk.call('verifyEmail', { token })).status).toBe(410)
    const late = await souk.person()
    const old = await souk.mailedToken(late.email, /Verify/)
    souk.clock.advance(day)
    expect((await souk.call('verifyEmail', { token: old })).status).toBe(410)
  })

  it('does not verify an address that has changed since', async () => {
    const person = await souk.person()
    const token = await souk.mailedToken(person.email, /Verify/)
    const email = `moved-${person.email}`
    await souk.call('updateMe', { email, currentPassword: person.password }, { as: person.token })
    expect((await souk.call('verifyEmail', { token })).status).toBe(410)
    const fresh = await souk.mailedToken(email, /Verify/)
    expect((await souk.call('verifyEmail', { token: fresh })).data.user).toMatchObject({
      email,
      emailVerified: true,
    })
  })
})

describe('requestVerification', () => {
  it('sends a new link that invalidates the previous one', async () => {
    const person = await souk.person()
    const first = await souk.mailedToken(person.email, /Verify/)
    souk.clock.advance(1000)
    await souk.call('requestVerification', {}, { as: person.token })
    const second = await souk.mailedToken(person.email, /Verify/)
    expect((await souk.call('verifyEmail', { token: first })).status).toBe(410)
    expect((await souk.call('verifyEmail', { token: second })).status).toBe(200)
    expect((await souk.call('requestVerification', {}, { as: person.token })).status).toBe(409)
  })
})

describe('resetPassword', () => {
  it('sets a new password, ends every session and notifies the owner', async () => {
    const person = await souk.person()
    await souk.call('resetPassword', { email: person.email.toUpperCase() })
    const token = await souk.mailedToken(person.email, /Reset your password/)
    const password = 'violet tram ninety one'
    expect((await souk.call('resetPassword', { token, password })).status).toBe(200)
    expect((await souk.call('getMe', {}, { as: person.token })).status).toBe(401)
    expect((await souk.call('createSession', { email: person.email, password })).status).toBe(200)
    expect(
      (await souk.call('createSession', { email: person.email, password: person.password })).status,
    ).toBe(401)
    expect((await souk.mails())[0]).toMatchObject({ to: person.email, subject: 'Your password was reset' })
    expect((await souk.call('resetPassword', { token, password })).status).toBe(410)
  })

  it('returns the same response for an unknown address', async () => {
    const person = await souk.person()
    const known = await souk.call('resetPassword', { email: person.email })
    const unknown = await souk.call('resetPassword', { email: 'unknown@example.com' })
    expect(unknown.body).toEqual(known.body)
    expect((await souk.mails()).some((mail) => mail.to === 'unknown@example.com')).toBe(false)
  })

  it('refuses a token after 30 minutes', async () => {
    const person = await souk.person()
    await souk.call('resetPassword', { email: person.email })
    const token = await souk.mailedToken(person.email, /Reset your password/)
    souk.clock.advance(30 * minute)
    expect((await souk.call('resetPassword', { token, password: 'violet tram ninety one' })).status).toBe(410)
  })

  it('limits mails per address', async () => {
    const person = await souk.person()
    for (let time = 0; time < 6; time++) await souk.call('resetPassword', { email: person.email })
    const sent = (await souk.mails()).filter(
      (mail) => mail.to === person.email && /Reset your password/.test(mail.subject),
    )
    expect(sent).toHaveLength(3)
  })

  it('succeeds once under two concurrent calls', async () => {
    const person = await souk.person()
    await souk.call('resetPassword', { email: person.email })
    const token = await souk.mailedToken(person.email, /Reset your password/)
    const tries = ['violet tram ninety one', 'amber boat fourteen'].map((password) =>
      souk.call('resetPassword', { token, password }),
    )
    expect((await Promise.all(tries)).map(({ status }) => status).toSorted()).toEqual([200, 410])
  })

  it.each([{}, { email: 'a@example.com', token: 'x' }, { token: 'x' }, { password: 'violet tram ninety' }])(
    'refuses %j',
    async (body) => expect((await souk.call('resetPassword', body)).status).toBe(400),
  )
})

describe('updateMe', () => {
  it('changes the name without a password', async () => {
    const person = await souk.person()
    const { data } = await souk.call('updateMe', { displayName: 'Countess' }, { as: person.token })
    expect(data.user.displayName).toBe('Countess')
  })

  it('requires the current password to change address or password', async () => {
    const person = await souk.person()
    const changes = [{ email: 'x@example.com' }, { password: 'violet tram ninety one' }]
    for (const change of changes) {
      expect((await souk.call('updateMe', change, { as: person.token })).status).toBe(403)
      const wrong = { ...change, currentPassword: 'wrong' }
      expect((await souk.call('updateMe', wrong, { as: person.token })).status).toBe(403)
    }
  })

  it('ends other sessions when the password changes', async () => {
    const person = await souk.person()
    const { data } = await souk.call('createSession', { email: person.email, password: person.password })
    const changes = { password: 'violet tram ninety one', currentPassword: person.password }
    expect((await souk.call('updateMe', changes, { as: person.token })).status).toBe(200)
    expect((await souk.call('getMe', {}, { as: data.token })).status).toBe(401)
    expect((await souk.call('getMe', {}, { as: person.token })).status).toBe(200)
  })

  it('refuses the address of another account', async () => {
    const [person, other] = [await souk.person(), await souk.person()]
    const change = { email: other.email, currentPassword: person.password }
    expect((await souk.call('updateMe', change, { as: person.token })).status).toBe(409)
  })
})
