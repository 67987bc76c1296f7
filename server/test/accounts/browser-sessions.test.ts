import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

const signIn = async (payload: object = {}) => {
  const { email, password } = await souk.person()
  return souk.app.inject({
    method: 'POST',
    url: '/api/sessions',
    payload: { email, password, cookie: true, ...payload },
  })
}

const cookieOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers['set-cookie']).split(';')[0] ?? fail('no cookie')

const rename = (cookie: string, headers: Record<string, string>) =>
  souk.app.inject({
    method: 'PATCH',
    url: '/api/users/me',
    headers: { cookie, host: 'localhost', ...headers },
    payload: { displayName: 'Renamed' },
  })

describe('a cookie session', () => {
  it('is HttpOnly and SameSite', async () => {
    const response = await signIn()
    expect(response.json()).toMatchObject({ success: true, data: { token: '' } })
    expect(response.body).not.toContain('souk_st_')
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^souk_\d+=souk_st_\w+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/),
      expect.stringMatching(
        /^souk_\d+_device=usr_[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
      ),
    ])
  })

  it('is also created by registration', async () => {
    const payload = { email: 'cookie@example.com', password: 'correct horse battery', displayName: 'C' }
    const url = '/api/users/register'
    const response = await souk.app.inject({ method: 'POST', url, payload: { ...payload, cookie: true } })
    expect(response.json().data.token).toBe('')
    expect(cookieOf(response)).toContain('souk_st_')
  })

  it('allows reads', async () => {
    const cookie = cookieOf(await signIn())
    const response = await souk.app.inject({ method: 'GET', url: '/api/users/me', headers: { cookie } })
    expect(response.statusCode).toBe(200)
  })

  it.each([
    ['a page of the same origin', { 'x-souk-web': '1', origin: 'http://localhost' }, 200],
    [
      'a page of the same origin with Sec-Fetch-Site',
      { 'x-souk-web': '1', 'sec-fetch-site': 'same-origin' },
      200,
    ],
    ['a cross-site form', {}, 403],
    ['a cross-site page', { 'x-souk-web': '1', origin: 'https://evil.example' }, 403],
    ['a page without an origin', { 'x-souk-web': '1', origin: 'null' }, 403],
    ['a sister site', { 'x-souk-web': '1', 'sec-fetch-site': 'same-site' }, 403],
    ['another port', { 'x-souk-web': '1', origin: 'http://localhost:81' }, 403],
  ])('decides on a write by headers, %s: %#', async (_name, headers, status) => {
    const cookie = cookieOf(await signIn())
    expect((await rename(cookie, headers)).statusCode).toBe(status)
  })

  it('is ignored next to a bearer token', async () => {
    const cookie = cookieOf(await signIn())
    const { token } = await souk.person()
    expect((await rename(cookie, { authorization: `Bearer ${token}` })).statusCode).toBe(200)
  })

  it.each(['souk_80=nonsense', 'other=1', 'souk_80=', ''])('is invalid as %j', async (cookie) => {
    const response = await souk.app.inject({ method: 'GET', url: '/api/users/me', headers: { cookie } })
    expect(response.statusCode).toBe(401)
  })

  it('is refused to a page rendered for another person', async () => {
    const response = await signIn()
    const cookie = cookieOf(response)
    const { id } = response.json().data.user
    const other = await souk.person()
    const read = (web: string, url = '/api/users/me') =>
      souk.app.inject({ method: 'GET', url, headers: { cookie, 'x-souk-web': web } })
    expect((await read(id)).statusCode).toBe(200)
    expect((await read('1')).statusCode).toBe(200)
    expect((await read(other.user.id)).json()).toMatchObject({
      error: 'This browser is signed in to another account.',
    })
    expect((await read(other.user.id, '/api/listings')).statusCode).toBe(401)
    expect((await rename(cookie, { 'x-souk-web': other.user.id })).statusCode).toBe(401)
  })

  it('leaves public routes readable after it ends, but refuses a page that expects it', async () => {
    const response = await signIn()
    const cookie = cookieOf(response)
    const { id } = response.json().data.user
    await souk.app.inject({
      method: 'DELETE',
      url: '/api/sessions/current',
      headers: { cookie, 'x-souk-web': '1' },
    })
    const read = (web: string) =>
      souk.app.inject({ method: 'GET', url: '/api/listings', headers: { cookie, 'x-souk-web': web } })
    expect((await read('1')).statusCode).toBe(200)
    expect((await read(id)).statusCode).toBe(401)
  })

  it('never contains an agent key', async () => {
    const person = await souk.person()
    const key = await souk.key(person, await souk.agent(person))
    const name = cookieOf(await signIn()).split('=')[0]
    const response = await souk.app.inject({
      method: 'GET',
      url: '/api/agents/me',
      headers: { cookie: `${name}=${key}` },
    })
    expect(response.statusCode).toBe(401)
  })

  it('is cleared by signing out', async () => {
    const cookie = cookieOf(await signIn())
    const headers = { cookie, 'x-souk-web': '1' }
    const response = await souk.app.inject({ method: 'DELETE', url: '/api/sessions/current', headers })
    expect(response.headers['set-cookie']).toMatch(/^souk_\d+=; .*Max-Age=0$/)
    const next = await souk.app.inject({ method: 'GET', url: '/api/users/me', headers: { cookie } })
    expect(next.statusCode).toBe(401)
  })

  it('is not created unless requested', async () => {
    const response = await signIn({ cookie: false })
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.json().data.token).toMatch(/^souk_st_/)
  })
})
