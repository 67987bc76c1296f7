import type { FastifyReply } from 'fastify'
import type { Route } from 'souk-contract'
import type { CallerFor } from '../../caller.ts'
import type { HttpParts } from '../operation-registry.ts'
import type { Encoding, IncomingCall } from './call.ts'

/** One call on its way through the dispatcher. */
export interface Exchange<R extends Route = Route> extends HttpParts {
  readonly operation: string
  readonly route: R
  readonly caller: CallerFor<R['auth']>
  readonly request: IncomingCall
  readonly reply: FastifyReply
  readonly encoding: Encoding
}
