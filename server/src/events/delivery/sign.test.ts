import { generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { fingerprintOf, keyOf, signedHeaders } from './sign.ts'

const { privateKey: platform, publicKey } = generateKeyPairSync('ed25519')
const whsec = () => `whsec_${randomBytes(24).toString('base64')}`
const body = JSON.stringify({ type: 'task.created', data: { text: 'ünïcode 🦉' } })
/** Real time, because the verifier checks the age. */
const message = { id: 'evt_1', at: new Date(), body }

describe('signedHeaders', () => {
  it('pass verification by an independent implementation', () => {
    const secret = whsec()
    const headers = signedHeaders(message, { secrets: [secret], platform })
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow(WebhookVerificationError)
    expect(() => new Webhook(whsec()).verify(body, headers)).toThrow(WebhookVerificationError)
  })

  it('pass verification with a plain-text secret', () => {
    const secret = 'a plain-text secret, as people choose them'.replaceAll(' ', '-')
    const headers = signedHeaders(message, { secrets: [secret], platform })
    expect(new Webhook(secret, { format: 'raw' }).verify(body, headers)).toEqual(JSON.parse(body))
    const encoded = `whsec_${Buffer.from(secret).toString('base64')}`
    expect(new Webhook(encoded).verify(body, headers)).toEqual(JSON.parse(body))
  })

  it('pass verification with the old and the new secret during a rotation', () => {
    const secrets = [whsec(), whsec()]
    const headers = signedHeaders(message, { secrets, platform })
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toBeDefined()
  })

  it('contain a signature that the public key of the platform verifies', () => {
    const headers = signedHeaders(message, { secrets: [], platform })
    const [, signature = ''] = /^v1a,(\S+)$/.exec(headers['webhook-signature'] ?? '') ?? []
    const content = (text: string) =>
      Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`)
    const checked = (text: string) => verify(null, content(text), publicKey, Buffer.from(signature, 'base64'))
    expect([checked(body), checked(`${body} `)]).toEqual([true, false])
  })

  it('contain the time of the attempt in seconds', () => {
    const at = new Date('2026-11-15T12:00:00.999Z')
    const headers = signedHeaders({ ...message, at }, { secrets: [], platform })
    expect(headers['webhook-timestamp']).toBe('1794744000')
  })
})

describe('keyOf', () => {
  it.each([
    ['plain-text', 'plain-text'],
    [`whsec_${Buffer.from('sixteen bytes ok').toString('base64')}`, 'sixteen bytes ok'],
    ['whsec_YWI=', 'ab'],
  ])('decodes %s', (secret, key) => expect(keyOf(secret)?.toString()).toBe(key))

  it.each(['whsec_', 'whsec_a', 'whsec_not base64', 'whsec_YWI', 'whsec_YW=I', 'whsec_YWJj=', 'whsec_-_-_'])(
    'is undefined for %s',
    (secret) => expect(keyOf(secret)).toBeUndefined(),
  )
})

describe('fingerprintOf', () => {
  it('returns eight hexadecimal digits of the hash', () => expect(fingerprintOf('abc')).toBe('ba7816bf'))
})
