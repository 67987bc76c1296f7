import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

const operatorToken = 'an operator token that is long enough'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk({ operatorToken })
})
afterAll(() => souk.stop())

interface From {
  readonly headers?: Record<string, string>
  readonly remoteAddress?: string
  readonly environment?: Record<string, string>
}

async function statusOf(url: string, { headers = {}, remoteAddress = '127.0.0.1', environment }: From) {
  if (environment === undefined) {
    return (await souk.app.inject({ method: 'GET', url, headers, remoteAddress })).statusCode
  }
  const config = { ...readConfig(environment), operatorToken }
  const app = await buildApp({ ...souk.context, config })
  const { statusCode } = await app.inject({ method: 'GET', url, headers, remoteAddress })
  await app.close()
  return statusCode
}

/** Pages limited to loopback, with the status of other requests. */
const pages = [
  ['/dev/mail', 404],
  ['/metrics', 403],
] as const

describe.each(pages)('%s', (url, refused) => {
  it.each<[string, From]>([
    ['localhost', { headers: { host: 'localhost:4000' } }],
    ['127.0.0.1', { headers: { host: '127.0.0.1:4000' } }],
    ['another loopback address', { headers: { host: '127.3.2.1' } }],
    ['[::1]', { headers: { host: '[::1]:4000' }, remoteAddress: '::1' }],
    ['a dual-stack socket', { headers: { host: 'localhost' }, remoteAddress: '::ffff:127.0.0.1' }],
    ['a loopback BASE_URL', { environment: { BASE_URL: 'https://127.0.0.1:4443' } }],
  ])('is served on %s', async (_name, from) => expect(await statusOf(url, from)).toBe(200))

  it.each<[string, From]>([
    ['another machine', { remoteAddress: '192.0.2.1' }],
    [
      'another machine that claims to be localhost',
      { remoteAddress: '2001:db8::1', headers: { host: 'localhost' } },
    ],
    ['a proxy that forwards the public host', { headers: { host: 'souk.example.com' } }],
    ['a DNS-rebound page', { headers: { host: 'rebound.example.com:4000' } }],
    ['a name that only starts like loopback', { headers: { host: '127.0.0.1.example.com' } }],
    ['a subdomain of localhost', { headers: { host: 'souk.localhost:4000' } }],
    ['a proxy with X-Forwarded-For', { headers: { 'x-forwarded-for': '192.0.2.1' } }],
    ['a proxy with X-Forwarded-Host', { headers: { 'x-forwarded-host': 'souk.example.com' } }],
    ['a proxy with X-Real-IP', { headers: { 'x-real-ip': '192.0.2.1' } }],
    ['a proxy with Forwarded', { headers: { forwarded: 'for=192.0.2.1' } }],
    ['a proxy with Via', { headers: { via: '1.1 proxy' } }],
    [
      'a proxy without headers on a server with a public BASE_URL',
      { headers: { host: 'localhost' }, environment: { BASE_URL: 'https://souk.example.com' } },
    ],
  ])('is refused to %s', async (_name, from) => expect(await statusOf(url, from)).toBe(refused))
})

describe('/dev/mail', () => {
  it('does not exist in production or with a mail server', async () => {
    expect(await statusOf('/dev/mail', { environment: { NODE_ENV: 'production' } })).toBe(404)
    expect(await statusOf('/dev/mail', { environment: { SMTP_URL: 'smtp://127.0.0.1:9' } })).toBe(404)
  })

  it('is linked on the landing page only if available', async () => {
    const offers = async (environment: Record<string, string>) => {
      const app = await buildApp({ ...souk.context, config: readConfig(environment) })
      const { body } = await app.inject({ method: 'GET', url: '/' })
      await app.close()
      return body.includes('/dev/mail')
    }
    expect(await offers({})).toBe(true)
    expect(await offers({ BASE_URL: 'https://souk.example.com' })).toBe(false)
  })
})

describe('/metrics', () => {
  it('is open to operators from any address', async () => {
    const headers = { authorization: `Bearer ${operatorToken}`, host: 'souk.example.com' }
    const environment = { BASE_URL: 'https://souk.example.com', NODE_ENV: 'production' }
    expect(await statusOf('/metrics', { headers, remoteAddress: '192.0.2.1', environment })).toBe(200)
  })
})
