import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorKinds, type Surface } from 'souk-contract'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { wantsA2aJson } from '../receive/a2a-headers.ts'
import { errorAnswer } from './error-body.ts'
import { isLeak, toFailure, traceOf } from './failures.ts'
import { basePaths } from '../register-routes.ts'

type Answerer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** The one place where failures become answers. */
export function answerErrors({ log, config }: Context): Answerer {
  return (error, request, reply) => {
    const failure = toFailure(error)
    if (isFault(failure, error) || isLeak(error)) {
      const level = failure.kind === 'unavailable' ? 'warn' : 'error'
      const { operation } = request.routeOptions.config
      log[level]({ requestId: request.id, operation, ...traceOf(error) }, 'call failed')
    }
    const surface = surfaceOf(request)
    const answer = errorAnswer(failure, {
      surface,
      origin: config.settings.origin,
      requestId: request.id,
    })
    const named = surface === 'a2a' && wantsA2aJson(request)
    return reply
      .code(answer.status)
      .headers({ 'x-request-id': request.id, ...answer.headers })
      .type(named ? 'application/a2a+json; charset=utf-8' : 'application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(answer.body)
  }
}

/** The storage watch logs that storage is full; a line per refused call would take more of it. */
function isFault({ kind }: Failure, error: unknown): boolean {
  const expected = error instanceof Failure && kind === 'storage-full'
  return errorKinds[kind].status >= 500 && !expected
}

/** Unknown addresses below the A2A base answer as A2A does. */
function surfaceOf(request: FastifyRequest): Surface {
  const { surface } = request.routeOptions.config
  return surface ?? (request.url.startsWith(basePaths.a2a) ? 'a2a' : 'platform')
}

export function nothingHere(request: FastifyRequest, { config }: Context): Failure {
  const path = request.url.split('?')[0] ?? '/'
  return new Failure('not-found', `There is no ${request.method} ${path.slice(0, 200)} here.`, {
    hint: `Every route is described at ${config.settings.origin}/api/docs.`,
  })
}

/** Bytes that are not HTTP never become a request, so this answer is written by hand. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, ...told } = flaws[error.code ?? ''] ?? notHttp
  const body = JSON.stringify({ success: false, code: 'bad-request', ...told })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

interface Flaw {
  readonly status: string
  readonly error: string
  readonly hint: string
}

const notHttp: Flaw = {
  status: '400 Bad Request',
  error: 'This is not an HTTP request.',
  hint: 'Check the client.',
}

const flaws: Readonly<Record<string, Flaw>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'The headers are too large.',
    hint: 'Send fewer or shorter ones.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'The request did not arrive in time.',
    hint: 'Send it again, all at once.',
  },
}
