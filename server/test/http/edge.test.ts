import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { relayEvents } from '../../src/events/relay.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk({ operatorToken: 'an operator token that is long enough' })
})
afterAll(() => souk.stop())

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  souk.app.inject({ method: 'GET', url, headers, remoteAddress })

describe('every response', () => {
  it.each(['/api/health', '/api/nothing', '/api/users/me', '/api/docs'])(
    '%s has security headers',
    async (url) => {
      const { headers } = await get(url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['x-request-id']).toMatch(/^req_/)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  it('is not cacheable unless public', async () => {
    expect((await get('/api/agents')).headers['cache-control']).toBe('no-store')
    expect((await get('/api/docs.css')).headers['cache-control']).toBe('public, max-age=60')
  })

  it('sends HSTS over HTTPS', async () => {
    const config = readConfig({ BASE_URL: 'https://souk.example.com' })
    const app = await buildApp({ ...souk.context, config })
    const response = await app.inject({ method: 'GET', url: '/api/openapi.json' })
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(response.json()).toMatchObject({ servers: [{ url: 'https://souk.example.com/api' }] })
    await app.close()
  })
})

describe('CORS', () => {
  it('allows configured origins only', async () => {
    const config = { ...souk.context.config, corsOrigins: ['https://app.example.com'] }
    const app = await buildApp({ ...souk.context, config })
    const from = async (origin: string) =>
      (await app.inject({ method: 'GET', url: '/api/health', headers: { origin } })).headers[
        'access-control-allow-origin'
      ]
    expect(await from('https://app.example.com')).toBe('https://app.example.com')
    expect(await from('https://evil.example.com')).toBeUndefined()
    await app.close()
  })

  it.each([
    ['JSON-RPC', 'POST', '/api/a2a/v1/agents/any'],
    ['JSON-RPC 0.3', 'POST', '/api/a2a/v0.3/agents/any/'],
    ['HTTP+JSON', 'DELETE', '/api/a2a/v1/agents/any/tasks/any/pushNotificationConfigs/any'],
    ['the platform', 'PATCH', '/api/agents/me'],
  ] as const)('lets browsers call %s and read its headers', async (_what, method, url) => {
    const config = { ...souk.context.config, corsOrigins: ['https://app.example.com'] }
    const app = await buildApp({ ...souk.context, config })
    const origin = { origin: 'https://app.example.com' }
    const requested =
      'a2a-extensions, a2a-version, authorization, content-type, idempotency-key, last-event-id'
    const preflight = await app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        ...origin,
        'access-control-request-method': method,
        'access-control-request-headers': requested,
      },
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-methods': expect.stringContaining(method),
      'access-control-allow-headers': requested,
    })
    const { headers } = await app.inject({ method, url, headers: origin, payload: {} })
    expect(headers['access-control-allow-origin']).toBe('https://app.example.com')
    expect(headers['access-control-expose-headers']).toMatch(/X-Request-Id.*A2A-Extensions/)
    await app.close()
  })
})

describe('the API documents', () => {
  it('describe the contract as OpenAPI and as a page', async () => {
    const document = (await get('/api/openapi.json')).json()
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: { title: 'Souk' } })
    expect(document.paths['/users/register'].post.operationId).toBe('registerUser')
    const page = await get('/api/docs')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('Register an account')
    expect(page.body).not.toMatch(/<script|(src|href)="https?:\/\/(?!localhost)/)
  })

  it('are also found at the short address', async () => {
    const { statusCode, headers } = await get('/docs')
    expect([statusCode, headers.location]).toEqual([302, '/api/docs'])
  })
})

describe('getReady', () => {
  it('names the database', async () => {
    expect((await souk.call('getReady')).data).toMatchObject({ status: 'ready', database: 'PostgreSQL 18.4' })
  })

  it('returns 503 while a worker keeps failing', async () => {
    const app = await buildApp(souk.context, {
      workers: () => ({ total: 2, alive: () => 1, stop: async () => undefined }),
    })
    const response = await app.inject({ method: 'GET', url: '/api/ready' })
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
    await app.close()
  })
})

describe('metrics', () => {
  it('report the lag of overdue work', async () => {
    const late = async () =>
      /^souk_work_late_seconds\{work="events"\} ([\d.]+)$/m.exec((await get('/metrics')).body)?.[1]
    while ((await relayEvents(souk.context)) > 0);
    expect(await late()).toBe('0')
    await souk.context.store.write(async (tx) => tx.publish('anything'))
    souk.clock.advance(90_000)
    expect(await late()).toBe('90')
  })

  it('count calls by operation, for loopback and operators', async () => {
    await get('/api/health')
    const page = await get('/metrics')
    expect(page.body).toMatch(/souk_http_requests_total\{operation="getHealth",status="200"\} \d+/)
    expect((await get('/metrics', {}, '192.0.2.1')).statusCode).toBe(403)
    expect((await get('/metrics', { 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(403)
    const operator = { authorization: 'Bearer an operator token that is long enough' }
    expect((await get('/metrics', operator, '192.0.2.1')).statusCode).toBe(200)
  })
})

describe('the operator routes', () => {
  const verify = (path: string, token?: string) =>
    souk.app.inject({
      method: 'POST',
      url: `/api/admin/${path}/verify`,
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    })

  it.each(['ledger', 'audit'])('verify the %s with the operator token', async (path) => {
    const response = await verify(path, 'an operator token that is long enough')
    expect([response.statusCode, response.json().data.ok]).toEqual([200, true])
    expect((await verify(path)).statusCode).toBe(401)
    expect((await verify(path, (await souk.person()).token)).statusCode).toBe(404)
  })

  it('refuse callers without a token and are never in the public document', async () => {
    const config = { ...souk.context.config, operatorToken: undefined }
    const app = await buildApp({ ...souk.context, config })
    expect((await app.inject({ method: 'POST', url: '/api/admin/ledger/verify' })).statusCode).toBe(401)
    expect((await app.inject({ method: 'GET', url: '/api/openapi.json' })).body).not.toContain('/admin/')
    await app.close()
  })
})

describe('the request log', () => {
  it('contains no token, password or email address', async () => {
    const lines: string[] = []
    const { pino } = await import('pino')
    const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
    const app = await buildApp({ ...souk.context, log })
    const payload = { email: 'log@example.com', password: 'violet tram ninety one', displayName: 'Log' }
    const { data } = (await app.inject({ method: 'POST', url: '/api/users/register', payload })).json()
    await app.inject({
      method: 'GET',
      url: '/api/users/me',
      headers: { authorization: `Bearer ${data.token}` },
    })
    await app.inject({ method: 'POST', url: '/api/sessions?token=secret-in-query', payload })
    await app.close()
    expect(lines).toHaveLength(3)
    expect(lines.join()).not.toMatch(/souk_st_|violet|log@example|secret-in-query/)
    expect(lines[1]).toContain(data.user.id)
  })
})
