import type { ErrorKindName } from 'souk-contract'

export interface FailureFacts {
  readonly hint?: string
  /** Field of the request that caused it; by default the quoted field that the detail starts with. */
  readonly param?: string
  readonly retryAfterSeconds?: number
  /** What programs need to go on, as members of the answer. */
  readonly extra?: Readonly<Record<string, string>>
}

/** The only way anything below `http/` refuses: a kind of the contract, what is so, and what to do next. */
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

/** One text for what is not there and for what the caller may not know of, so that nobody can tell them apart. */
export function notFound(noun: string): never {
  throw new Failure('not-found', `There is no such ${noun}, or you cannot see it.`)
}

/** The thing, or `not-found`. */
export function found<T>(value: T | undefined, noun: string): T {
  return value === undefined ? notFound(noun) : value
}

export function storageFull(): Failure {
  return new Failure('storage-full', 'The server is almost out of disk space and accepts no new data.', {
    hint: 'Reads and deletions still work. Repeat the call later; the operator has to free disk space.',
  })
}

/** What the payment processor refuses, in its own words, which hold no id and no secret. */
export function processorRefusal(words: string): Failure {
  return new Failure('unprocessable', `The payment processor refuses this: ${words}`, {
    hint: 'Correct what it names and repeat the call, or ask the operator of this market.',
  })
}

export function unavailable(detail: string, retryAfterSeconds = 1): Failure {
  return new Failure('unavailable', detail, { hint: 'Repeat the call in a moment.', retryAfterSeconds })
}
