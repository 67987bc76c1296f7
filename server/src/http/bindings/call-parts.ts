import type { FastifyRequest } from 'fastify'
import type { Route } from 'souk-contract'
import type { IncomingCall } from './call.ts'
import { urlOf } from './url-of.ts'

/** Parts of the HTTP+JSON call that a method of another binding stands for. */
export interface CallParts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** The call that a method stands for, under the identity of its request. */
export function callOf(
  { id, ip, method }: FastifyRequest,
  route: Route,
  parts: CallParts,
  headers: IncomingCall['headers'],
): IncomingCall {
  const params = { ...parts.params }
  const query = { ...parts.query }
  return {
    id,
    ip,
    method,
    headers,
    url: urlOf(route, params, query),
    params,
    query,
    body: { ...parts.body },
  }
}
