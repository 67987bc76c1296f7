/** Tells whether a message to a webhook comes from the marketplace: Standard Webhooks, with nothing but WebCrypto. */
import type { EventData, EventKindName } from 'souk-contract'
import { decodeBase64, verifierOf, type Verifier } from './verify-webhook-keys.ts'

/** What arrives at a webhook: which kind it is decides its data. Ids and facts, never contents. */
export type WebhookEvent = {
  readonly [K in EventKindName]: {
    /** The same on every attempt to deliver it: remember it to do things once. */
    readonly id: string
    readonly type: K
    readonly timestamp: string
    readonly data: EventData<K> & {
      readonly agent: { readonly id: string; readonly name: string }
      /** Where to read the rest, with your key. */
      readonly url: string
    }
  }
}[EventKindName]

/** A `Headers`, or what Node's `request.headers` is. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How far the time of sending may be from ours, either way. Default: five minutes. */
  readonly toleranceMs?: number
  /** Another clock than that of this machine, for tests. */
  readonly now?: Date
}

export type WebhookProblem = 'headers' | 'timestamp' | 'signature' | 'body'

/** The message is not one to act upon; `problem` says what about it. */
export class WebhookError extends Error {
  readonly problem: WebhookProblem

  constructor(problem: WebhookProblem, message: string) {
    super(message)
    this.name = 'WebhookError'
    this.problem = problem
  }
}

const toleranceMsDefault = 5 * 60_000
/** More than anybody needs while keys are being replaced; each one costs a computation. */
const signaturesMax = 10

/**
 * Answers what a message says, or throws a `WebhookError`. `body` is the body as it came, before anything parsed it.
 * `secret` is the secret of the webhook, or the public key of the marketplace (`whpk_…`); several while one replaces
 * another. Kinds of a newer marketplace pass, so a `switch` over `type` should let unknown ones be.
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
    throw new WebhookError('signature', 'No signature of the message fits the secret.')
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
  throw new WebhookError('headers', `The message has no header "${name}".`)
}

/** Names are told apart whatever their case; of a repeated header nobody can say which one counts. */
function valueIn(headers: Exclude<WebhookHeaders, Headers>, name: string): unknown {
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name)
  return found.length === 1 ? found[0]?.[1] : undefined
}

/** `v1,<base64> v1a,<base64>`: whatever else stands there is of a version that we do not know. */
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
  if (!isRecent) throw new WebhookError('timestamp', 'The message was not sent just now.')
}

/** Each comparison takes the same time whatever it finds: WebCrypto sees to it. */
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
  throw new WebhookError('body', 'The message is signed, yet it is not an event.')
}

function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** The signature has shown who wrote it, so its form is looked at only as far as to tell an event from other messages. */
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
