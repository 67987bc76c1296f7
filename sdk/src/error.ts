import { errorKinds, type ErrorKindName } from 'souk-contract'

/** The one error that calls throw, whichever surface refused. `status` is 0 when no answer came at all. */
export class SoukError extends Error {
  readonly kind: ErrorKindName
  readonly status: number
  /** What to do next, where the service says so. */
  readonly hint: string | undefined
  readonly requestId: string | undefined
  /** So many seconds the service asks to be left alone. */
  readonly retryAfter: number | undefined
  /** Only with `approval-required`: what a person decides about, until when, and the rule that asks for it. */
  readonly approvalId: string | undefined
  readonly expiresAt: string | undefined
  readonly failedRule: string | undefined

  constructor(message: string, facts: SoukErrorFacts) {
    super(message, { cause: facts.cause })
    this.name = 'SoukError'
    this.kind = facts.kind
    this.status = facts.status
    this.hint = facts.hint
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
    this.approvalId = facts.approvalId
    this.expiresAt = facts.expiresAt
    this.failedRule = facts.failedRule
  }
}

export interface SoukErrorFacts {
  readonly kind: ErrorKindName
  readonly status: number
  readonly hint?: string | undefined
  readonly requestId?: string | undefined
  readonly retryAfter?: number | undefined
  readonly approvalId?: string | undefined
  readonly expiresAt?: string | undefined
  readonly failedRule?: string | undefined
  readonly cause?: unknown
}

/** Whether something that was thrown is a refusal, or a refusal of this kind. */
export function isSoukError<K extends ErrorKindName = ErrorKindName>(
  error: unknown,
  kind?: K,
): error is SoukError & { readonly kind: K } {
  return error instanceof SoukError && (kind === undefined || error.kind === kind)
}

/** Reads either error body; anything else, such as the page of a proxy, is judged by its status. */
export function errorFrom({ status, headers }: Response, body: unknown): SoukError {
  const kind = kindIn(body) ?? knownKind(headers.get('x-error-kind')) ?? kindOfStatus(status)
  return new SoukError(detailIn(body) ?? errorKinds[kind].title, {
    kind,
    status,
    hint: textIn(body, 'hint'),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
    approvalId: textIn(body, 'approvalId'),
    expiresAt: textIn(body, 'expiresAt'),
    failedRule: textIn(body, 'failedRule'),
  })
}

/** The last event of a stream that failed: a body without an answer around it. */
export function errorOfStream(body: unknown): SoukError {
  const kind = kindIn(body) ?? 'unavailable'
  return new SoukError(detailIn(body) ?? errorKinds[kind].title, { kind, status: 0 })
}

/** Nobody answered, or not to the end. */
export function unreachable(cause: unknown): SoukError {
  const message = 'The service could not be reached, or the answer broke off.'
  return new SoukError(message, { kind: 'unavailable', status: 0, cause })
}

/** Somebody answered well, and it was not a Souk. */
export function foreign({ status }: Response): SoukError {
  const message = 'The answer is not one of a Souk service; is baseUrl right?'
  return new SoukError(message, { kind: 'internal', status })
}

function kindIn(body: unknown): ErrorKindName | undefined {
  return knownKind(textIn(body, 'type')?.split('/').at(-1))
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

/** A text member of a body of which nothing is known. */
function textIn(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' ? value : undefined
}

/** The header holds seconds or a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const given = Number(retryAfter)
  const seconds = Number.isNaN(given) ? (Date.parse(retryAfter) - Date.now()) / 1000 : given
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
