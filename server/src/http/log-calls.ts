import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** One line per call, and its id on every answer, so that a report can be traced. */
export function logCalls(app: FastifyInstance, { log, metrics }: Context): void {
  // Without promises: these run for every call, and wait for nothing.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
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
    done()
  })
}

function callerName(caller: { kind: string; userId?: string; keyId?: string } | null): string {
  return caller?.userId ?? caller?.keyId ?? 'stranger'
}
