/** Everything that can become of a message to an address that a user named. */
export type EgressResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** The beginning of the answer as text of at most 1 KiB, without control characters. */
      readonly excerpt: string
      /** How long the receiver asks us to wait, if it does. */
      readonly retryAfterMs?: number
      readonly durationMs: number
      readonly remoteAddress: string
    }
  | { readonly kind: 'failed'; readonly code: EgressFailureCode; readonly durationMs: number }

export type EgressFailureCode = (typeof egressFailureCodes)[number]

export const egressFailureCodes = [
  /** The URL is refused as it stands; nothing was looked up. */
  'blocked_url',
  /** The name leads to an address that is refused, or the connection led elsewhere; nothing was sent. */
  'blocked_address',
  /** A header is refused; nothing was sent. */
  'blocked_header',
  /** The name leads nowhere, or nobody said where in time. */
  'dns_failed',
  'connect_timeout',
  'connect_failed',
  /** The certificate is not valid for this host, or no version of TLS is shared. */
  'tls_invalid',
  /** The receiver ended the connection before its answer was complete. */
  'reset',
  'response_timeout',
  /** The headers of the answer are too large; of a large body only the beginning is read. */
  'response_too_large',
  /** The answer is not HTTP/1.1. */
  'response_invalid',
] as const

/** How the steps of a request end early; it never leaves this folder. */
export class EgressFailure extends Error {
  readonly code: EgressFailureCode

  constructor(code: EgressFailureCode) {
    super(code)
    this.name = 'EgressFailure'
    this.code = code
  }
}

/** The `code` that Node gives its errors. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
