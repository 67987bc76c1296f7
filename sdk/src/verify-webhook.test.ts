import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { signedHeaders } from '../../server/src/events/delivery/sign.ts'
import { verifyWebhook, WebhookError, type WebhookProblem } from './verify-webhook.ts'

const { privateKey: platform, publicKey } = generateKeyPairSync('ed25519')
const whpk = (key: typeof publicKey) =>
  `whpk_${Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')}`
const whsec = () => `whsec_${randomBytes(24).toString('base64')}`
const body = JSON.stringify({
  type: 'task.created',
  timestamp: '2026-11-15T12:00:00.000Z',
  data: { taskId: 'task_1', phase: 'requested', url: 'https://souk.example', note: 'ünïcode 🦉' },
})
const now = new Date('2026-11-15T12:00:00Z')
const message = { id: 'evt_1', at: now, body }
const event = { id: 'evt_1', ...JSON.parse(body) }

/** Headers that the server sends for these secrets. */
const sign = (...secrets: string[]) => signedHeaders(message, { secrets, platform })

/** The problem of a request, or its event. */
async function problem(...call: Parameters<typeof verifyWebhook>): Promise<unknown> {
  const [text, headers, secret, options] = call
  return verifyWebhook(text, headers, secret, { now, ...options }).catch((error: unknown) =>
    error instanceof WebhookError ? error.problem : error,
  )
}

describe('verifyWebhook', () => {
  it.each([
    ['a secret in base64', whsec()],
    ['a plain text secret', 'plain-text-as-people-choose-it'],
  ])('accepts a signature of the server with %s', async (_form, secret) => {
    expect(await verifyWebhook(body, sign(secret), secret, { now })).toEqual(event)
    expect(await problem(`${body} `, sign(secret), secret)).toBe('signature')
    expect(await problem(body, sign(secret), `${secret.slice(0, -4)}AAAA`)).toBe('signature')
  })

  it('accepts the platform signature of the server', async () => {
    const otherKey = generateKeyPairSync('ed25519').publicKey
    expect(await verifyWebhook(body, sign(), whpk(publicKey), { now })).toEqual(event)
    expect(await problem(body, sign(), whpk(otherKey))).toBe('signature')
    expect(await problem(`${body} `, sign(), whpk(publicKey))).toBe('signature')
  })

  it('accepts a signature of an independent implementation', async () => {
    const secret = whsec()
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(now.getTime() / 1000),
      'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
    }
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual(event)
  })

  it('accepts old and new secrets during a rotation on either side', async () => {
    const [old, fresh] = [whsec(), whsec()]
    expect(await problem(body, sign(fresh, old), old)).toEqual(event)
    expect(await problem(body, sign(fresh, old), fresh)).toEqual(event)
    expect(await problem(body, sign(old), [fresh, old])).toEqual(event)
    expect(await problem(body, sign(old), [fresh, whsec()])).toBe('signature')
  })

  it('accepts headers and bodies in every supported form', async () => {
    const secret = whsec()
    const signed = sign(secret)
    const shouted = Object.fromEntries(
      Object.entries(signed).map(([name, value]) => [name.toUpperCase(), value]),
    )
    expect(await problem(body, new Headers(signed), secret)).toEqual(event)
    expect(await problem(body, shouted, secret)).toEqual(event)
    expect(await problem(new TextEncoder().encode(body), signed, secret)).toEqual(event)
  })

  it.each([
    [300_000, true],
    [301_000, false],
    [-300_000, true],
    [-301_000, false],
  ])('checks the age of a request that is %i ms old', async (age, isAccepted) => {
    const secret = whsec()
    const options = { now: new Date(now.getTime() + age) }
    expect(await problem(body, sign(secret), secret, options)).toEqual(isAccepted ? event : 'timestamp')
  })

  it('uses the given tolerance', async () => {
    const secret = whsec()
    const late = new Date(now.getTime() + 2000)
    expect(await problem(body, sign(secret), secret, { now: late, toleranceMs: 1000 })).toBe('timestamp')
  })

  it.each<[string, Record<string, string | string[]>, WebhookProblem]>([
    ['has no id', { 'webhook-id': '' }, 'headers'],
    ['has a repeated header', { 'Webhook-Id': 'evt_1' }, 'headers'],
    ['has a list as header value', { 'webhook-id': ['evt_1', 'evt_2'] }, 'headers'],
    ['has another id', { 'webhook-id': 'evt_2' }, 'signature'],
    ['has an invalid timestamp', { 'webhook-timestamp': 'now' }, 'timestamp'],
    ['has a fractional timestamp', { 'webhook-timestamp': '1794744000.0' }, 'timestamp'],
    ['has signatures of unknown versions', { 'webhook-signature': 'v2,AAAA v1 , v1,%%%' }, 'signature'],
    ['has an empty signature', { 'webhook-signature': 'v1,' }, 'signature'],
  ])('refuses a request that %s', async (_fault, fault, found) => {
    const secret = whsec()
    expect(await problem(body, { ...sign(secret), ...fault }, secret)).toBe(found)
  })

  it('checks at most ten signatures', async () => {
    const secret = whsec()
    const signed = sign(secret)
    const crowded = (count: number) => ({
      ...signed,
      'webhook-signature': `${'v1,AAAA '.repeat(count)}${signed['webhook-signature']}`,
    })
    expect(await problem(body, crowded(9), secret)).toEqual(event)
    expect(await problem(body, crowded(10), secret)).toBe('signature')
  })

  it.each(['', 'not json', '[]', 'null', '{"type":1,"data":{}}', '{"type":"task.created","data":null}'])(
    'refuses a signed body that is not an event: %j',
    async (text) => {
      const secret = whsec()
      const headers = signedHeaders({ ...message, body: text }, { secrets: [secret], platform })
      expect(await problem(text, headers, secret)).toBe('body')
    },
  )

  it.each(['', 'whsec_', 'whsec_my secret', 'whpk_%'])(
    'refuses %j as a key without including it in the error',
    async (secret) => {
      const refused = await problem(body, sign(), secret)
      expect(refused).toBeInstanceOf(TypeError)
      expect(String(refused)).not.toContain('my secret')
    },
  )

  it('narrows the type of data by the kind', () => {
    expectTypeOf(verifyWebhook).returns.resolves.toHaveProperty('type')
    const read = (arrived: Awaited<ReturnType<typeof verifyWebhook>>) =>
      arrived.type === 'task.updated' ? arrived.data.taskId : arrived.data.url
    expectTypeOf(read).returns.toEqualTypeOf<string>()
  })
})
