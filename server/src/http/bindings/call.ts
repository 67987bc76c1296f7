import type { IncomingHttpHeaders } from 'node:http'
import type { ResourceName } from '../../db/tables/oauth-tables.ts'
import type { StartStream } from '../streams/response-stream.ts'

/** Protocol that carried a call; named in the log. */
export type BindingName = 'HTTP+JSON' | 'JSONRPC' | 'JSONRPC 0.3' | 'GRPC' | 'MCP'

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
  /** Resource whose access tokens it accepts; by default, the API. */
  readonly resource?: ResourceName
}

/** How a binding writes the outcome of a call. */
export interface Encoding {
  /** Sends the result; returns what the Fastify handler returns. */
  send(result: unknown): unknown
  /**
   * Body of the result, for a response whose headers are already sent and which spaces keep alive. Absent if the protocol
   * itself keeps connections alive.
   */
  readonly text?: (result: unknown) => string
  /** Starts a response of events. */
  readonly startStream: StartStream
}
