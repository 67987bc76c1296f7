import type { ErrorFields, ErrorKindName, Scope } from 'souk-contract'

/** OAuth error fields of the `WWW-Authenticate` challenge. */
export interface Challenge {
  readonly error?: 'invalid_token' | 'insufficient_scope'
  /** Scopes that the call needs. */
  readonly scope?: string
}

interface FailureFacts {
  readonly hint?: string
  /** Field of the request that caused it; by default the quoted field that the detail starts with. */
  readonly param?: string
  readonly retryAfterSeconds?: number
  /** Additional members of the error body, for programs. */
  readonly extra?: ErrorFields
  readonly challenge?: Challenge
}

/** The only error that code below `http/` refuses with: a kind of the contract, a detail and a hint. */
export class Failure extends Error {
  readonly kind: ErrorKindName
  readonly hint: string | undefined
  readonly param: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly extra: ErrorFields | undefined
  readonly challenge: Challenge | undefined

  constructor(kind: ErrorKindName, detail: string, more: FailureFacts = {}) {
    super(detail)
    this.name = 'Failure'
    this.kind = kind
    this.hint = more.hint
    this.param = more.param ?? /^"([\w.]+)"/.exec(detail)?.[1]
    this.retryAfterSeconds = more.retryAfterSeconds
    this.extra = more.extra
    this.challenge = more.challenge
  }
}

export function fail(kind: ErrorKindName, detail: string, hint?: string): never {
  throw new Failure(kind, detail, hint === undefined ? {} : { hint })
}

/** Refuses a key or an app without a scope. */
export function lackOfScope(scope: Scope): never {
  throw new Failure('forbidden', `The key lacks the scope "${scope}".`, {
    hint: 'Use a key with this scope.',
    challenge: { error: 'insufficient_scope', scope },
  })
}

/** One text for missing and for invisible resources, so that callers cannot tell them apart. */
export function notFound(noun: string): never {
  throw new Failure(
    'not-found',
    `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found, or you have no access to it.`,
  )
}

/** The value, or `not-found`. */
export function found<T>(value: T | undefined, noun: string): T {
  return value === undefined ? notFound(noun) : value
}

export function storageFull(): Failure {
  return new Failure('storage-full', 'The server is almost out of disk space and accepts no new data.', {
    hint: 'Reads and deletions still work. Try again later; the operator must free disk space.',
  })
}

/** Refusal of the payment processor, with its own message, which contains no ids and no secrets. */
export function processorRefusal(message: string): Failure {
  return new Failure('unprocessable', `The payment processor refused the request: ${message}`, {
    hint: 'Correct the problem and try again, or contact the operator of the marketplace.',
  })
}

export function unavailable(detail: string, retryAfterSeconds = 1): Failure {
  return new Failure('unavailable', detail, { hint: 'Try again in a moment.', retryAfterSeconds })
}
