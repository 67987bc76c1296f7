/** The only place that signs messages: Standard Webhooks, with the receiver's secret and the platform key. */
import { createHmac, sign, type KeyObject } from 'node:crypto'
import { sha256 } from '../../lib/secrets.ts'

interface MessageToSign {
  readonly id: string
  /** Time of this attempt. */
  readonly at: Date
  readonly body: string
}

interface SigningKeys {
  /** Secrets as registered: two during a rotation, none for push configs. */
  readonly secrets: readonly string[]
  readonly platform: KeyObject
}

/** Standard Webhooks headers: id, timestamp and signatures. */
export function signedHeaders(
  message: MessageToSign,
  { secrets, platform }: SigningKeys,
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  const content = Buffer.from(`${message.id}.${timestamp}.${message.body}`)
  const secretSignatures = secrets
    .flatMap((secret) => keyOf(secret) ?? [])
    .map((key) => `v1,${hmac(content, key)}`)
  const platformSignature = `v1a,${sign(null, content, platform).toString('base64')}`
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': [...secretSignatures, platformSignature].join(' '),
  }
}

function hmac(content: Buffer, key: Buffer): string {
  return createHmac('sha256', key).update(content).digest('base64')
}

/** Key bytes of a secret: base64 after `whsec_`, otherwise the text. Undefined for invalid base64. */
export function keyOf(secret: string): Buffer | undefined {
  if (!secret.startsWith('whsec_')) return Buffer.from(secret)
  const text = secret.slice('whsec_'.length)
  return base64.test(text) ? Buffer.from(text, 'base64') : undefined
}

const base64 = /^(?:[A-Za-z0-9+/]{4})+$|^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/

/** Short hash that distinguishes secrets without revealing them. */
export function fingerprintOf(secret: string): string {
  return sha256(secret).toString('hex').slice(0, 8)
}
