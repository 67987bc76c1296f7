import type { IncomingHttpHeaders } from 'node:http'
import type { Frame } from '../../events/sse-frame.ts'
import type { Failure } from '../../failure.ts'

/** Protocol that carried a call; named in the log. */
export type BindingName = 'HTTP+JSON' | 'JSONRPC' | 'JSONRPC 0.3'

/** A call as operations receive it, whichever binding carried it. A Fastify request of HTTP+JSON already has this form. */
export interface IncomingCall {
  readonly id: string
  readonly ip: string
  readonly method: string
  /** Path and query of the operation in HTTP+JSON: with the body it identifies the request behind an Idempotency-Key. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** How a binding writes the outcome of a call. */
export interface Encoding {
  /** Sends the result; returns what the Fastify handler returns. */
  send(result: unknown): unknown
  /** Body of the result, for a response whose headers are already sent. */
  text(result: unknown): string
  /** Encodes an event of a stream for this caller. */
  frame(frame: Frame): Frame
  /** Last event of a stream that failed. */
  errorFrame(failure: Failure): Frame
}
