import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { hasOperatorToken } from '../receive/operator-caller.ts'

/** Logs one line per call and sets the request id on every response, so that reports can be traced. */
export function logCalls(app: FastifyInstance, context: Context): void {
  const { log, metrics } = context
  // Callbacks instead of promises: these hooks run for every call and never wait.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { operation: routed = 'unknown', quiet: isQuiet = false } = request.routeOptions.config
    const { operation = routed, binding, quiet = isQuiet } = request.call ?? {}
    const { status = reply.statusCode, grpcStatus } = request.outcome ?? {}
    const seconds = reply.elapsedTime / 1000
    metrics.observe({ operation, status, seconds, grpcStatus })
    log[quiet ? 'debug' : 'info'](
      {
        requestId: request.id,
        operation,
        method: request.method,
        ...(binding === undefined ? {} : { binding }),
        status,
        ...(grpcStatus === undefined ? {} : { grpcStatus }),
        ms: Math.round(reply.elapsedTime * 10) / 10,
        caller: callerName(context, request),
      },
      'call',
    )
    done()
  })
}

function callerName(context: Context, request: FastifyRequest): string {
  const { caller } = request
  if (caller?.kind === 'user') return caller.userId
  if (caller?.kind === 'key') return caller.keyId
  if (caller?.kind === 'operator' && caller.person !== null) return `operator ${caller.person.userId}`
  return hasOperatorToken(context, request) ? 'operator token' : 'stranger'
}
