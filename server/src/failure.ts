import type { ErrorKindName } from 'souk-contract'

interface FailureFacts {
  readonly hint?: string
  /** Field of the request that caused it; by default the quoted field that the detail starts with. */
  readonly param?: string
  readonly retryAfterSeconds?: number
  /** Additional members of the error body, for programs. */
  readonly extra?: Readonly<Record<string, string>>
}

/** The only error that code below `http/` refuses with: a kind of the contract, a detail and a hint. */
export class Failure extends Error {
  readonly kind: ErrorKindName
  readonly hint: string | undefined
  readonly param: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly extra: Readonly<Record<string, string>> | undefined

  constructor(kind: ErrorKindName, detail: string, more: FailureFacts = {}) {
    super(detail)
    this.name = 'Failure'
    this.kind = kind
    this.hint = more.hint
    this.param = more.param ?? /^"([\w.]+)"/.exec(detail)?.[1]
    this.retryAfterSeconds = more.retryAfterSeconds
    this.extra = more.extra
  }
}

export function fail(kind: ErrorKindName, detail: string, hint?: string): never {
  throw new Failure(kind, detail, hint === undefined ? {} : { hint })
}

/** One text for missing and for invisible resources, so that callers cannot tell them apart. */
export function notFound(noun: string): never {
  throw new Failure('not-found', `There is no such ${noun}, or you cannot see it.`)
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
  return new Failure('unprocessable', `Refused by the payment processor: ${message}`, {
    hint: 'Correct the problem and try again, or contact the operator of the marketplace.',
  })
}

export function unavailable(detail: string, retryAfterSeconds = 1): Failure {
  return new Failure('unavailable', detail, { hint: 'Try again in a moment.', retryAfterSeconds })
}
