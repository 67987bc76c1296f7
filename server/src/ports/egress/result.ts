/** Result of a request to a user-supplied URL. */
export type EgressResult =
  | {
      readonly kind: 'response'
      readonly status: number
      /** Start of the response body: at most 1 KiB of text, without control characters. */
      readonly excerpt: string
      /** Delay from the Retry-After header, if any. */
      readonly retryAfterMs?: number
      readonly durationMs: number
      readonly remoteAddress: string
    }
  | { readonly kind: 'failed'; readonly code: EgressFailureCode; readonly durationMs: number }

export type EgressFailureCode = (typeof egressFailureCodes)[number]

export const egressFailureCodes = [
  /** The URL is not allowed; nothing was resolved. */
  'blocked_url',
  /** The name resolves to a refused address, or the peer address differs; nothing was sent. */
  'blocked_address',
  /** A header is not allowed; nothing was sent. */
  'blocked_header',
  /** The name does not resolve, or not in time. */
  'dns_failed',
  'connect_timeout',
  'connect_failed',
  /** The certificate is invalid for this host, or there is no common TLS version. */
  'tls_invalid',
  /** The receiver closed the connection before its response was complete. */
  'reset',
  'response_timeout',
  /** The response headers are too large. A large body is truncated instead. */
  'response_too_large',
  /** The response is not HTTP/1.1. */
  'response_invalid',
] as const

/** Internal error of a request; never leaves this folder. */
export class EgressFailure extends Error {
  readonly code: EgressFailureCode

  constructor(code: EgressFailureCode) {
    super(code)
    this.name = 'EgressFailure'
    this.code = code
  }
}

/** The `code` of a Node error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
