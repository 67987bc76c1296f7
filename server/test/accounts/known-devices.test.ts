/** Failed sign-ins elsewhere must not lock the owner out, and password guessing must stay bounded. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk({ rateLimitScale: 1 })
})
afterAll(() => souk.stop())

interface Attempt {
  readonly from: string
  readonly password?: string
  readonly cookie?: string
}

const attempt = ({ email }: Pick<Person, 'email'>, { from, password = 'wrong', cookie }: Attempt) =>
  souk.app.inject({
    method: 'POST',
    url: '/api/sessions',
    remoteAddress: from,
    headers: cookie === undefined ? {} : { cookie },
    payload: { email, password, cookie: true },
  })

async function statuses(times: number, person: Pick<Person, 'email'>, from: (time: number) => string) {
  const seen = new Map<number, number>()
  for (let time = 0; time < times; time++) {
    const { statusCode } = await attempt(person, { from: from(time) })
    seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1)
  }
  return Object.fromEntries(seen)
}

/** Cookies of a browser that has signed in from this address. */
async function cookiesOf(person: Person, from: string): Promise<string> {
  const { headers } = await attempt(person, { from, password: person.password })
  return [headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')
}

describe('createSession under attack', () => {
  it('limits one attacker by address and account and admits a new device elsewhere', async () => {
    const person = await souk.person()
    expect(await statuses(30, person, () => '192.0.2.1')).toEqual({ 401: 20, 429: 10 })
    const { statusCode } = await attempt(person, { from: '198.51.100.1', password: person.password })
    expect(statusCode).toBe(200)
  })

  it('limits guesses from many addresses and admits known devices and addresses', async () => {
    const person = await souk.person()
    const cookie = await cookiesOf(person, '198.51.100.7')
    souk.clock.advance(31 * day)
    await attempt(person, { from: '198.51.100.8', password: person.password })
    expect(await statuses(90, person, (time) => `203.0.113.${time}`)).toEqual({ 401: 79, 429: 11 })
    const signIn = async (how: Attempt) =>
      (await attempt(person, { ...how, password: person.password })).statusCode
    expect(await signIn({ from: '198.51.100.9' })).toBe(429)
    expect(await signIn({ from: '198.51.100.8' })).toBe(200)
    expect(await signIn({ from: '198.51.100.9', cookie })).toBe(200)
  })

  it('limits guesses of a known device', async () => {
    const person = await souk.person()
    const cookie = await cookiesOf(person, '198.51.100.20')
    const tries: number[] = []
    for (let time = 0; time < 25; time++) {
      tries.push((await attempt(person, { from: `198.51.100.${30 + time}`, cookie })).statusCode)
    }
    expect(tries.filter((status) => status === 401)).toHaveLength(20)
    expect(tries.filter((status) => status === 429)).toHaveLength(5)
  })

  it.each([
    ['of another account', async (_own: string, other: string) => other],
    [
      'with a changed signature',
      async (own: string) => own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ],
    ['of another person in its name', async (own: string) => own.replace(/usr_\w{4}/, 'usr_0000')],
  ])('does not recognize a device by a cookie %s', async (_what, forge) => {
    const [person, other] = [await souk.person(), await souk.person()]
    const forged = await forge(
      await cookiesOf(person, '198.51.100.60'),
      await cookiesOf(other, '198.51.100.61'),
    )
    await statuses(80, person, (time) => `203.0.113.${time + 100}`)
    const how = { from: '198.51.100.62', password: person.password, cookie: forged }
    expect((await attempt(person, how)).statusCode).toBe(429)
  })

  it('does not return the device token in the body', async () => {
    const person = await souk.person()
    const { body } = await attempt(person, { from: '198.51.100.70', password: person.password })
    expect(body).not.toContain('device')
  })
})
