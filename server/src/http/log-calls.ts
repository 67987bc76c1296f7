import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** One line per call, and its id on every answer, so that a report can be traced. */
export function logCalls(app: FastifyInstance, { log, metrics }: Context): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { operation = 'unknown', quiet = false } = request.routeOptions.config
    const seconds = reply.elapsedTime / 1000
    metrics.observe({ operation, status: reply.statusCode, seconds })
    log[quiet ? 'debug' : 'info'](
      {
        requestId: request.id,
        operation,
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        caller: callerName(request.caller),
      },
      'call',
    )
  })
}

function callerName(caller: { kind: string; userId?: string; keyId?: string } | null): string {
  return caller?.userId ?? caller?.keyId ?? 'stranger'
}
