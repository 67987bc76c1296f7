import { errorKinds, type ErrorKindName } from 'souk-contract'

/**
 * The error that all calls throw, on both surfaces. `status` is 0 if no response arrived.
 *
 * @example
 * try {
 *   await souk.hire({ agent: 'ada-translates', message: 'Guten Tag!', price: { amount: 2000, currency: 'USD' } })
 * } catch (error) {
 *   if (isSoukError(error, 'insufficient-funds')) console.log('Top up first:', error.hint)
 *   else throw error
 * }
 */
export class SoukError extends Error {
  readonly kind: ErrorKindName
  readonly status: number
  /** Next step, if the service names one. */
  readonly hint: string | undefined
  /** Field of the input that caused the error, such as `price.amount`, if the service says so. */
  readonly param: string | undefined
  readonly requestId: string | undefined
  /** Seconds to wait before retrying, if the service says so. */
  readonly retryAfter: number | undefined
  /** Only with `approval-required`: the pending approval, its expiry, and the rule that requires it. */
  readonly approvalId: string | undefined
  readonly expiresAt: string | undefined
  readonly failedRule: string | undefined

  constructor(message: string, facts: SoukErrorFacts) {
    super(message, { cause: facts.cause })
    this.name = 'SoukError'
    this.kind = facts.kind
    this.status = facts.status
    this.hint = facts.hint
    this.param = facts.param
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
    this.approvalId = facts.approvalId
    this.expiresAt = facts.expiresAt
    this.failedRule = facts.failedRule
  }

  /** Same as `kind`: the `code` of the error body. */
  get code(): ErrorKindName {
    return this.kind
  }
}

interface SoukErrorFacts {
  readonly kind: ErrorKindName
  readonly status: number
  readonly hint?: string | undefined
  readonly param?: string | undefined
  readonly requestId?: string | undefined
  readonly retryAfter?: number | undefined
  readonly approvalId?: string | undefined
  readonly expiresAt?: string | undefined
  readonly failedRule?: string | undefined
  readonly cause?: unknown
}

/**
 * Whether a thrown value is a SoukError, optionally with the given code.
 *
 * @example
 * if (isSoukError(error, 'too-many-requests')) console.log('Retry in', error.retryAfter, 'seconds')
 */
export function isSoukError<K extends ErrorKindName = ErrorKindName>(
  error: unknown,
  kind?: K,
): error is SoukError & { readonly kind: K; readonly code: K } {
  return error instanceof SoukError && (kind === undefined || error.kind === kind)
}

/** Reads the error body of either surface. Anything else, such as a page of a proxy, is classified by its status. */
export function errorFrom({ status, headers }: Response, body: unknown): SoukError {
  const kind = kindIn(body) ?? knownKind(headers.get('x-error-kind')) ?? kindOfStatus(status)
  return new SoukError(detailIn(body) ?? errorKinds[kind].title, {
    kind,
    status,
    hint: textIn(body, 'hint'),
    param: textIn(body, 'param'),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
    approvalId: textIn(body, 'approvalId'),
    expiresAt: textIn(body, 'expiresAt'),
    failedRule: textIn(body, 'failedRule'),
  })
}

/** Reads the error event that ends a failed stream. */
export function errorOfStream(body: unknown): SoukError {
  const kind = kindIn(body) ?? 'unavailable'
  return new SoukError(detailIn(body) ?? errorKinds[kind].title, { kind, status: 0 })
}

/** No response arrived, or it was cut off. */
export function unreachable(cause: unknown): SoukError {
  const message = 'The service could not be reached, or the response was cut off.'
  return new SoukError(message, { kind: 'unavailable', status: 0, cause })
}

/** A successful response that does not come from a Souk service. */
export function unexpectedResponse({ status }: Response): SoukError {
  const message = 'The response does not come from a Souk service. Check baseUrl.'
  return new SoukError(message, { kind: 'internal', status })
}

function kindIn(body: unknown): ErrorKindName | undefined {
  return knownKind(textIn(body, 'code') ?? textIn(body, 'type')?.split('/').at(-1))
}

function detailIn(body: unknown): string | undefined {
  return textIn(body, 'detail') ?? textIn(body, 'error')
}

function knownKind(name: string | null | undefined): ErrorKindName | undefined {
  return kinds.find((kind) => kind === name)
}

function kindOfStatus(status: number): ErrorKindName {
  if (status === 502 || status === 504) return 'unavailable'
  const kind = kinds.find((candidate) => errorKinds[candidate].status === status)
  return kind ?? (status >= 500 ? 'internal' : 'bad-request')
}

const kinds = Object.keys(errorKinds).filter((name): name is ErrorKindName => Object.hasOwn(errorKinds, name))

/** String member of an unknown body. */
function textIn(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' ? value : undefined
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const number = Number(retryAfter)
  const seconds = Number.isNaN(number) ? (Date.parse(retryAfter) - Date.now()) / 1000 : number
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
