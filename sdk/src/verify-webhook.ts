/** Verifies webhook requests (Standard Webhooks) with WebCrypto. */
import type { EventData, EventKindName } from 'souk-contract'
import { decodeBase64, verifierOf, type Verifier } from './verify-webhook-keys.ts'

/** An event received by a webhook. The kind decides the type of the data: ids and facts, never contents. */
export type WebhookEvent = {
  readonly [K in EventKindName]: {
    /** The same on every delivery attempt. Store it to process each event once. */
    readonly id: string
    readonly type: K
    readonly timestamp: string
    readonly data: EventData<K> & {
      readonly agent: { readonly id: string; readonly name: string }
      /** URL of the resource; fetch it with your key. */
      readonly url: string
    }
  }
}[EventKindName]

/** `Headers`, or `request.headers` of Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** Largest difference between the send time and now. Default: five minutes. */
  readonly toleranceMs?: number
  /** Current time, for tests. */
  readonly now?: Date
}

export type WebhookProblem = 'headers' | 'timestamp' | 'signature' | 'body'

/** The request is not authentic or not an event; `problem` names the part at fault. */
export class WebhookError extends Error {
  readonly problem: WebhookProblem

  constructor(problem: WebhookProblem, message: string) {
    super(message)
    this.name = 'WebhookError'
    this.problem = problem
  }
}

const toleranceMsDefault = 5 * 60_000
/** Bounds the work per request: each signature costs one verification. A key rotation needs two. */
const signaturesMax = 10

/**
 * Returns the event of a request, or throws a `WebhookError`. `body` is the raw body, before any parsing. `secret` is
 * the secret of the webhook or the public key of the marketplace (`whpk_…`); pass both during a rotation. Event kinds of
 * a newer marketplace are accepted, so ignore unknown values of `type`.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceMs = toleranceMsDefault, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = readSignatures(headerOf(headers, 'webhook-signature'))
  requireRecent(timestamp, now, toleranceMs)
  const content = join(`${id}.${timestamp}.`, body)
  const verifiers = await Promise.all([secret].flat().map(verifierOf))
  if (!(await isSigned(content, signatures, verifiers))) {
    throw new WebhookError('signature', 'No signature matches the secret.')
  }
  return eventIn(body, id)
}

interface Signature {
  readonly version: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : valueIn(headers, name)
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookError('headers', `The header "${name}" is missing or repeated.`)
}

/** Header names are case-insensitive. A repeated header is ambiguous and therefore treated as missing. */
function valueIn(headers: Exclude<WebhookHeaders, Headers>, name: string): unknown {
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name)
  return found.length === 1 ? found[0]?.[1] : undefined
}

/** Parses `v1,<base64> v1a,<base64>`; entries in any other form are ignored. */
function readSignatures(header: string): Signature[] {
  return header
    .split(' ')
    .slice(0, signaturesMax)
    .flatMap((text) => {
      const [version = '', encoded = ''] = text.split(',')
      const bytes = decodeBase64(encoded)
      return bytes === undefined ? [] : [{ version, bytes }]
    })
}

function requireRecent(timestamp: string, now: Date, toleranceMs: number): void {
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN
  const isRecent = Math.abs(now.getTime() - sentAt) <= toleranceMs
  if (!isRecent) throw new WebhookError('timestamp', 'The timestamp is too far from the current time.')
}

/** WebCrypto compares signatures in constant time. */
async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: readonly Signature[],
  verifiers: readonly Verifier[],
): Promise<boolean> {
  for (const { version, verify } of verifiers) {
    for (const signature of signatures) {
      if (signature.version === version && (await verify(signature.bytes, content))) return true
    }
  }
  return false
}

function join(head: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const start = encoder.encode(head)
  const rest = typeof body === 'string' ? encoder.encode(body) : body
  const content = new Uint8Array(start.length + rest.length)
  content.set(start)
  content.set(rest, start.length)
  return content
}

function eventIn(body: string | Uint8Array, id: string): WebhookEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const event: unknown = { ...parse(text), id }
  if (isEvent(event)) return event
  throw new WebhookError('body', 'The body is not an event.')
}

function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** The signature proves the origin, so only the shape of an event is checked. */
function isEvent(value: unknown): value is WebhookEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'data' in value &&
    typeof value.data === 'object' &&
    value.data !== null
  )
}
