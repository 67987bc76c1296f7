import { sql } from 'kysely'
import { addsData, errorKinds, type Route } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEventReader } from '../fixtures/clients/event-reader.ts'
import { fail } from '../fixtures/fail.ts'
import { routes } from '../fixtures/operations.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

/** Every route of the contract while the database exceeds its size limit. */
const space: { freeMinBytes: number; databaseMaxBytes: number | undefined } = {
  freeMinBytes: 0,
  databaseMaxBytes: undefined,
}
const operatorToken = 'an operator token of the storage tests'
let souk: Souk
let trader: TestAgent
let person: Person
let keyId: string
beforeAll(async () => {
  souk = await startSouk({ space, operatorToken })
  trader = await createTestAgent(souk)
  ;({ person } = trader)
  const input = { agentId: trader.agent.id, label: 'spare' }
  keyId = (await souk.call('createKey', input, { as: person.token })).data.key.kid
  await limit(1)
})
afterAll(() => souk.stop())

async function limit(databaseMaxBytes: number | undefined): Promise<void> {
  space.databaseMaxBytes = databaseMaxBytes
  await souk.work(['storage'])
}

const names = Object.keys(routes)
const routeOf = (name: string): Route => routes[name] ?? fail(name)
const adding = names.filter((name) => addsData(routeOf(name)))
// Streams do not end; another test covers them.
const others = names.filter((name) => !addsData(routeOf(name)) && routeOf(name).stream === undefined)

/** Calls the route with its example and without a token. */
async function callExample(name: string) {
  const route = routeOf(name)
  const base = route.surface === 'a2a' ? '/api/a2a/v1' : '/api'
  const path = route.path.replaceAll(/\{(\w+)\}/g, 'unknown')
  return souk.app.inject({
    method: route.method,
    url: base + path,
    headers: route.surface === 'a2a' ? { 'a2a-version': '1.0' } : {},
    ...(route.body === undefined ? {} : { payload: route.example.body ?? {} }),
  })
}

describe('while storage is full', () => {
  it.each(adding)('%s is refused', async (name) => {
    const response = await callExample(name)
    expect(response.statusCode).toBe(507)
    expect(response.headers['x-error-kind']).toBe('storage-full')
    expect(response.body).toContain('The server is almost out of disk space')
  })

  it.each(others)('%s is not refused because of it', async (name) => {
    const { statusCode } = await callExample(name)
    expect(statusCode).not.toBe(errorKinds['storage-full'].status)
    expect(statusCode).toBeLessThan(500)
  })

  it('reads, key deactivation and sign-out work', async () => {
    const as = { as: person.token }
    expect((await souk.call('getMe', {}, as)).status).toBe(200)
    const path = { agentId: trader.agent.id, kid: keyId }
    expect((await souk.call('deactivateKey', path, as)).status).toBe(200)
    const { email, password } = person
    const { token } = (await withRoom(() => souk.call('createSession', { email, password }))).data
    expect((await souk.call('endCurrentSession', {}, { as: token })).status).toBe(200)
    expect((await souk.call('getMe', {}, { as: token })).status).toBe(401)
  })

  it('streams open and send committed events', async () => {
    const origin = await souk.app.listen({ host: '127.0.0.1', port: 0 })
    const client = await withRoom(() => createTestAgent(souk))
    const message = { parts: text('Please') }
    const sent = { name: trader.agent.name, message, configuration: { returnImmediately: true } }
    const reader = await createEventReader(`${origin}/api/dashboard/stream`, trader.key.as ?? '')
    await withRoom(() => souk.call('sendMessage', sent, client.key))
    await souk.work(['event-relay'])
    expect((await reader.next()).event).toBe('task.created')
    reader.close()
    await reader.ended
  })

  it('writes of operators and the processor are refused', async () => {
    const post = async (url: string) =>
      (await souk.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${operatorToken}` } }))
        .statusCode
    expect(await post('/api/admin/signing-keys/rotate')).toBe(507)
    expect(await post('/api/webhooks/sandbox')).toBe(507)
    expect(await post('/api/admin/ledger/verify')).toBe(200)
    expect(await post('/api/nothing/here')).toBe(404)
  })

  it('keeps the node ready, reports the state and sets the metric to 1', async () => {
    expect((await souk.call('getReady')).data).toMatchObject({ status: 'ready', storage: 'full' })
    const headers = { authorization: `Bearer ${operatorToken}` }
    const { body } = await souk.app.inject({ url: '/metrics', headers })
    expect(body).toMatch(/^souk_storage_full 1$/m)
  })

  it('workers that add rows pause and resume afterwards', async () => {
    const pending = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_pending`.execute(
        souk.context.database,
      )
      return rows[0]?.n
    }
    const before = await pending()
    expect(before).toBeGreaterThan(0)
    await souk.work(['audit-chain'])
    expect(await pending()).toBe(before)
    await limit(undefined)
    await souk.work(['audit-chain'])
    expect(await pending()).toBe(0)
    await limit(1)
  })

  it('logs the state once', async () => {
    const countLogged = () => souk.loggedErrors.filter((line) => line.includes('storage full')).length
    const before = countLogged()
    await souk.work(['storage'])
    await souk.work(['storage'])
    expect(countLogged()).toBe(before)
    await limit(undefined)
    await limit(1)
    expect(countLogged()).toBe(before + 1)
    expect(souk.loggedErrors.filter((line) => !line.includes('storage full'))).toEqual([])
  })
})

/** Runs a preparation while storage is not full. */
async function withRoom<T>(act: () => Promise<T>): Promise<T> {
  await limit(undefined)
  const done = await act()
  await limit(1)
  return done
}

describe('once there is room again', () => {
  it('writes are accepted', async () => {
    await limit(undefined)
    expect((await souk.call('createPost', { text: 'Room again.' }, trader.key)).status).toBe(200)
    expect((await souk.call('getReady')).data.storage).toBe('ok')
  })
})
