import type { FastifyReply } from 'fastify'
import type { Route } from 'souk-contract'
import type { CallerFor } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { RateLimits } from '../receive/rate-limit.ts'
import type { BoundOperation } from './bound-operation.ts'
import type { Encoding, IncomingCall } from './call.ts'

/** One call on its way through the dispatcher. */
export interface Exchange<R extends Route = Route> {
  readonly context: Context
  readonly limits: RateLimits
  readonly operation: string
  readonly route: R
  readonly caller: CallerFor<R['auth']>
  readonly request: IncomingCall
  readonly reply: FastifyReply
  readonly encoding: Encoding
  /** By operation; a message can carry an action. */
  readonly boundOperations: ReadonlyMap<string, BoundOperation>
}
