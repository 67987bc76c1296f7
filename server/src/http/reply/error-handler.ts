import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorKinds, type Surface } from 'souk-contract'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { wantsA2aJson } from '../receive/a2a-headers.ts'
import { errorReply } from './error-body.ts'
import { isUncheckedValue, toFailure, traceOf } from './failures.ts'
import { basePaths } from '../base-paths.ts'

type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Turns failures into responses of HTTP+JSON and the platform. */
export function createErrorHandler(context: Context): ErrorHandler {
  const { config } = context
  return (error, request, reply) => {
    const failure = toFailure(error)
    logFault(context, request, failure, error)
    const surface = surfaceOf(request)
    const response = errorReply(failure, {
      surface,
      origin: config.settings.origin,
      requestId: request.id,
    })
    const named = surface === 'a2a' && wantsA2aJson(request)
    return reply
      .code(response.status)
      .headers({ 'x-request-id': request.id, ...response.headers })
      .type(named ? 'application/a2a+json; charset=utf-8' : 'application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(response.body)
  }
}

/** Logs errors that are the server's fault; `failure` is what the caller sees of them. */
export function logFault(
  { log }: Pick<Context, 'log'>,
  request: FastifyRequest,
  failure: Failure,
  error: unknown,
): void {
  if (!isFault(failure, error) && !isUncheckedValue(error)) return
  const level = failure.kind === 'unavailable' ? 'warn' : 'error'
  const operation = request.call?.operation ?? request.routeOptions.config.operation
  log[level]({ requestId: request.id, operation, ...traceOf(error) }, 'call failed')
}

/** Full storage is logged by the storage watch; a log line per refused call would use even more space. */
function isFault({ kind }: Failure, error: unknown): boolean {
  const expected = error instanceof Failure && kind === 'storage-full'
  return errorKinds[kind].status >= 500 && !expected
}

/** Unknown paths below the A2A base path get A2A errors. */
function surfaceOf(request: FastifyRequest): Surface {
  const { surface } = request.routeOptions.config
  return surface ?? (request.url.startsWith(basePaths.a2a) ? 'a2a' : 'platform')
}

export function routeNotFound(request: FastifyRequest, { config }: Context): Failure {
  const path = request.url.split('?')[0] ?? '/'
  return new Failure('not-found', `Route not found: ${request.method} ${path.slice(0, 200)}.`, {
    hint: `See the API reference at ${config.settings.origin}/api/docs.`,
  })
}

/** Bytes that are not HTTP never become a Fastify request, so the response is written to the socket directly. */
export function rejectMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, ...details } = protocolErrors[error.code ?? ''] ?? notHttp
  const body = JSON.stringify({ success: false, code: 'bad-request', ...details })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

interface ProtocolError {
  readonly status: string
  readonly error: string
  readonly hint: string
}

const notHttp: ProtocolError = {
  status: '400 Bad Request',
  error: 'The request is not valid HTTP.',
  hint: 'Check the client and the URL scheme.',
}

const protocolErrors: Readonly<Record<string, ProtocolError>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'The headers are too large.',
    hint: 'Send fewer or shorter headers.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'The request timed out before it was complete.',
    hint: 'Send the request again without pauses.',
  },
}
