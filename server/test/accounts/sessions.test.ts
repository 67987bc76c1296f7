import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

describe('createSession', () => {
  it('signs in with address and password', async () => {
    const person = await souk.person()
    const { data } = await souk.call('createSession', { email: person.email, password: person.password })
    expect(data).toMatchObject({ user: { id: person.user.id }, session: { current: true } })
  })

  it('returns the same error for a wrong password and an unknown address', async () => {
    const { email } = await souk.person()
    const wrong = await souk.call('createSession', { email, password: 'not the password' })
    const unknown = await souk.call('createSession', {
      email: 'unknown@example.com',
      password: 'not the password',
    })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(unknown.body).toEqual(wrong.body)
  })

  it('allows twenty sessions and ends the least recently used', async () => {
    const person = await souk.person()
    const tokens = [person.token]
    for (let count = 0; count < 20; count++) {
      souk.clock.advance(1000)
      const { data } = await souk.call('createSession', { email: person.email, password: person.password })
      tokens.push(data.token)
    }
    const statuses = await Promise.all(
      tokens.map(async (as) => (await souk.call('getMe', {}, { as })).status),
    )
    expect(statuses).toEqual([401, ...Array.from({ length: 20 }, () => 200)])
  })
})

describe('sessions', () => {
  it('expire after seven days without use', async () => {
    const idle = await souk.person()
    const busy = await souk.person()
    for (let days = 0; days < 8; days++) {
      souk.clock.advance(day)
      expect((await souk.call('getMe', {}, { as: busy.token })).status).toBe(200)
      await souk.work()
    }
    expect((await souk.call('getMe', {}, { as: idle.token })).status).toBe(401)
  })

  it('expire after thirty days in any case', async () => {
    const busy = await souk.person()
    const statuses: number[] = []
    for (let days = 0; days < 31; days += 3) {
      souk.clock.advance(3 * day)
      statuses.push((await souk.call('getMe', {}, { as: busy.token })).status)
      await souk.work()
    }
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 401, 401])
  })
})

describe('listSessions', () => {
  it('pages through open sessions of the caller and marks the current one', async () => {
    const person = await souk.person()
    for (let count = 0; count < 2; count++) {
      souk.clock.advance(1000)
      await souk.call('createSession', { email: person.email, password: person.password })
    }
    const first = await souk.call('listSessions', { limit: 2 }, { as: person.token })
    expect(first.data.items.map(({ current }) => current)).toEqual([false, false])
    const cursor = first.data.nextCursor ?? ''
    const second = await souk.call('listSessions', { limit: 2, cursor }, { as: person.token })
    expect(second.data).toMatchObject({ items: [{ current: true }], nextCursor: null })
  })
})

describe('endSession', () => {
  it('ends a session of the caller immediately and none of other people', async () => {
    const [person, other] = [await souk.person(), await souk.person()]
    const { data } = await souk.call('createSession', { email: person.email, password: person.password })
    const sessionId = data.session.id
    expect((await souk.call('endSession', { sessionId }, { as: other.token })).status).toBe(404)
    expect((await souk.call('endSession', { sessionId }, { as: person.token })).status).toBe(200)
    expect((await souk.call('getMe', {}, { as: data.token })).status).toBe(401)
    expect((await souk.call('endSession', { sessionId }, { as: person.token })).status).toBe(404)
  })
})

describe('endCurrentSession', () => {
  it('signs out', async () => {
    const person = await souk.person()
    expect((await souk.call('endCurrentSession', {}, { as: person.token })).status).toBe(200)
    expect((await souk.call('getMe', {}, { as: person.token })).status).toBe(401)
  })

  it('signs out under concurrent calls', async () => {
    const { token: as } = await souk.person()
    const end = async () => (await souk.call('endCurrentSession', {}, { as })).status
    const statuses = await Promise.all(Array.from({ length: 5 }, end))
    // Calls that authenticate after the session ended get 401; earlier ones succeed.
    expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([])
  })
})
