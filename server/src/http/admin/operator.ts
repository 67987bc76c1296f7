import type { FastifyRequest } from 'fastify'
import { operatorCaller, type OperatorCaller } from '../../caller.ts'

/** Caller of an operator request, for the audit log. */
export function operatorOf({
  id,
  ip,
  headers,
}: Pick<FastifyRequest, 'id' | 'ip' | 'headers'>): OperatorCaller {
  const userAgent = headers['user-agent']?.slice(0, 300) ?? null
  return operatorCaller({ requestId: id, ip, userAgent, idempotencyKey: null })
}
