import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from 'souk-contract'
import type { AnyCaller } from '../../caller.ts'
import type { RangedFile } from '../../download.ts'
import type { Outcome } from '../execute-operation.ts'
import type { Encoding, IncomingCall } from './call.ts'

/** An operation that bindings other than HTTP+JSON can call. */
export interface BoundOperation {
  readonly route: Route
  /** Admits the caller, validates the input and runs the call, with the limits and refusals of HTTP+JSON. */
  readonly run: (
    request: FastifyRequest,
    reply: FastifyReply,
    call: IncomingCall,
    encoding: Encoding,
  ) => Promise<unknown>
  /** The first half of `run`, for bindings that know the operation before they read the body. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply, call: IncomingCall) => Promise<void>
  /** The second half of `run`. */
  readonly runAdmitted: BoundOperation['run']
  /** Runs the operation for a caller that was admitted to another one, and returns its result. Not for streams. */
  readonly execute: (caller: AnyCaller, call: IncomingCall) => Promise<Outcome>
  /** Finds the file of a download for a caller that was admitted to another operation. Refuses other operations. */
  readonly findFile: (caller: AnyCaller, call: IncomingCall) => Promise<RangedFile>
}
