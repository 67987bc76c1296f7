import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { errorKinds } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(async () => souk.stop())

const account = { email: 'ada@example.com', password: 'correct horse battery', displayName: 'Ada' }

const register = (payload: object) => souk.app.inject({ method: 'POST', url: '/api/users/register', payload })

describe('a platform error body', () => {
  it.each([
    ['a missing field', { ...account, password: undefined }, 'password'],
    ['a field of the wrong type', { ...account, email: 7 }, 'email'],
    ['an unknown field', { ...account, rank: 1 }, 'rank'],
  ])('names %s in param', async (_case, payload, param) => {
    const response = await register(payload)
    expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'bad-request', param }])
  })

  it('carries the kind as code and the id of the request', async () => {
    const response = await souk.app.inject({ method: 'GET', url: '/api/users/me' })
    const requestId = response.headers['x-request-id']
    expect(response.json()).toEqual({
      success: false,
      error: expect.any(String),
      hint: expect.any(String),
      code: 'unauthorized',
      requestId,
    })
    expect(response.headers['x-error-kind']).toBe('unauthorized')
  })

  it('names a field that an operation refuses', async () => {
    const person = await souk.person()
    const agent = await souk.agent(person)
    const response = await souk.app.inject({
      method: 'POST',
      url: '/api/payments/topup-session',
      headers: { authorization: `Bearer ${person.token}`, 'x-agent-context': agent.id },
      payload: { amount: 1, currency: 'USD' },
    })
    expect(response.json()).toMatchObject({ code: 'unprocessable', param: 'amount' })
  })
})

describe('an absolute request target', () => {
  beforeAll(async () => {
    await souk.app.listen({ host: '127.0.0.1', port: 0 })
  })

  it.each([
    ['an unknown A2A path', '/api/a2a/v1/nothing', { title: 'Not Found', status: 404 }],
    ['an A2A path that cannot be decoded', '/api/a2a/v1/agents/%zz', { title: 'Bad Request', status: 400 }],
    ['an unknown path of the platform', '/api/nothing', { error: 'Route not found: GET /api/nothing.' }],
  ])('of %s gets the error body of the path', async (_case, path, expected) => {
    expect(await getAbsolute(path)).toMatchObject(expected)
  })
})

/** Sends the origin and the path as target, as clients of a proxy do. */
async function getAbsolute(path: string): Promise<unknown> {
  const { hostname, port } = new URL(souk.app.listeningOrigin)
  const sent = get({ host: hostname, port, path: `http://souk.example.com${path}` })
  const [response]: IncomingMessage[] = await once(sent, 'response')
  return response && json(response)
}

describe('error codes', () => {
  it('are a published list: adding one is a new feature, removing one breaks clients', () => {
    expect(Object.keys(errorKinds).toSorted()).toEqual([
      'approval-required',
      'bad-request',
      'conflict',
      'content-type-not-supported',
      'extended-card-not-configured',
      'extension-support-required',
      'forbidden',
      'gone',
      'insufficient-funds',
      'internal',
      'not-found',
      'payload-too-large',
      'push-notification-not-supported',
      'quota-exceeded',
      'range-not-satisfiable',
      'reauthentication-required',
      'storage-full',
      'task-budget-exceeded',
      'task-not-cancelable',
      'task-not-found',
      'too-many-requests',
      'unauthorized',
      'unavailable',
      'unprocessable',
      'unsupported-media-type',
      'unsupported-operation',
      'version-not-supported',
    ])
  })
})
