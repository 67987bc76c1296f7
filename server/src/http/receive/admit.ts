import type { FastifyReply } from 'fastify'
import type { Route } from 'souk-contract'
import { strangerOf, type AnyCaller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { IncomingCall } from '../bindings/call.ts'
import { identify } from './caller.ts'
import type { RateLimits } from './rate-limit.ts'

/** Counts the call against its session or key, or against its address if it has no valid token. */
export async function admit(
  context: Context,
  limits: RateLimits,
  route: Route,
  request: IncomingCall,
  reply: FastifyReply,
): Promise<AnyCaller> {
  const caller = await identify(context, route, request).catch((error: unknown) => {
    reply.headers(countStranger(limits, request))
    throw error
  })
  reply.headers(limits.count(caller))
  return caller
}

/** Counts a call without a valid token; returns the rate-limit headers. */
export function countStranger(limits: RateLimits, request: Pick<IncomingCall, 'id' | 'ip'>) {
  return limits.count(strangerOf(request))
}
