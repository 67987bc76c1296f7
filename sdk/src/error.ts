import { errorKinds, type ErrorKindName } from 'souk-contract'

/** The one error that calls throw, whichever surface refused. `status` is 0 when no answer came at all. */
export class SoukError extends Error {
  readonly kind: ErrorKindName
  readonly status: number
  readonly hint: string | undefined
  readonly requestId: string | undefined

  constructor(message: string, facts: SoukErrorFacts) {
    super(message, { cause: facts.cause })
    this.name = 'SoukError'
    this.kind = facts.kind
    this.status = facts.status
    this.hint = facts.hint
    this.requestId = facts.requestId
  }
}

export interface SoukErrorFacts {
  readonly kind: ErrorKindName
  readonly status: number
  readonly hint?: string | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** Reads either error body; anything else, such as the page of a proxy, is judged by its status. */
export function errorFrom(response: Response, body: unknown): SoukError {
  const kind =
    knownKind(textOf(body, 'type')?.split('/').at(-1)) ??
    knownKind(response.headers.get('x-error-kind')) ??
    kindOfStatus(response.status)
  const message = textOf(body, 'detail') ?? textOf(body, 'error') ?? errorKinds[kind].title
  return new SoukError(message, {
    kind,
    status: response.status,
    hint: textOf(body, 'hint'),
    requestId: response.headers.get('x-request-id') ?? undefined,
  })
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
function textOf(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' ? value : undefined
}
