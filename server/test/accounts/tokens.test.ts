import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newToken, parseToken } from '../../src/lib/tokens.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'

let souk: Souk
let ada: Person
beforeAll(async () => {
  souk = await startSouk()
  ada = await souk.person()
})
afterAll(() => souk.stop())

/** A well-formed token with the right id and a wrong secret. */
function withOtherSecret(token: string): string {
  const { kind, suffix } = parseToken(token) ?? fail('not a token')
  return newToken(kind, `id_${suffix}`).token
}

describe('a bearer token', () => {
  it('refuses the token of a key without its secret', async () => {
    const agent = await souk.agent(ada)
    const key = await souk.key(ada, agent)
    expect((await souk.call('getBalance', {}, { as: key })).status).toBe(200)
    expect((await souk.call('getBalance', {}, { as: withOtherSecret(key) })).status).toBe(401)
  })

  it('refuses the token of a session without its secret', async () => {
    expect((await souk.call('getMe', {}, { as: ada.token })).status).toBe(200)
    expect((await souk.call('getMe', {}, { as: withOtherSecret(ada.token) })).status).toBe(401)
  })
})

describe('a link from a mail', () => {
  it('works only for its purpose', async () => {
    const toVerify = await souk.mailedToken(ada.email, /Verify/)
    const password = 'violet tram ninety'
    expect((await souk.call('resetPassword', { token: toVerify, password })).status).toBe(410)
    await souk.call('resetPassword', { email: ada.email })
    const toReset = await souk.mailedToken(ada.email, /[Pp]assword/)
    expect((await souk.call('verifyEmail', { token: toReset })).status).toBe(410)
    expect((await souk.call('verifyEmail', { token: toVerify })).status).toBe(200)
  })
})
