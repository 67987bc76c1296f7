import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from 'souk-contract'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/transact.ts'
import { frameOf } from '../../events/sse-frame.ts'
import type { StreamSource, StreamContext } from '../../operation.ts'
import { errorReply } from '../reply/error-body.ts'
import { EventStream } from './event-stream.ts'
import { toFailure } from '../reply/failures.ts'
import { callerKey, type RateLimits } from '../receive/rate-limit.ts'
import { watchAuthority } from './watch-authority.ts'
import { onDisconnect } from './on-disconnect.ts'

interface Exchange {
  readonly route: Route
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A stream whose caller was authorized, and the check that must keep passing. */
interface AuthorizedStream {
  readonly source: StreamSource
  readonly authorize: (reader: Reader, caller: Caller) => Promise<unknown>
}

/** Streams events until the client disconnects, loses its authority, or the server stops. Refusals are ordinary errors. */
export async function openStream(
  context: Context,
  { streams }: RateLimits,
  exchange: Exchange,
  open: (listening: StreamContext) => Promise<AuthorizedStream>,
): Promise<FastifyReply> {
  const { pubsub } = context
  const { caller, request, reply } = exchange
  const listening = new AbortController()
  const { signal } = listening
  const release = streams.take(callerKey(caller), () => listening.abort())
  onDisconnect(reply, () => {
    listening.abort()
    release()
  })
  const last = request.headers['last-event-id']
  const lastEventId = typeof last === 'string' ? last.slice(0, 100) : undefined
  const { source, authorize } = await open({ lastEventId, signal, pubsub })
  const { opening, subscribe, onKeepalive } = source
  const stream = startResponse(context, exchange, opening)
  if (subscribe === undefined || signal.aborted) {
    stream.end()
    return reply
  }
  const unsubscribe = subscribe(stream)
  const end = () => {
    stream.sendReconnect()
    listening.abort()
  }
  const watch = watchAuthority(context, streams, { ...exchange, authorize, end })
  const stopKeepalive = streams.keepalives.add(() => {
    stream.keepalive()
    onKeepalive?.()
  })
  signal.addEventListener(
    'abort',
    () => {
      unsubscribe()
      watch.stop()
      stopKeepalive()
      stream.end()
    },
    { once: true },
  )
  return reply
}

/** Takes the response over from Fastify, with the headers set so far. */
function startResponse(context: Context, exchange: Exchange, opening: StreamSource['opening']): EventStream {
  const { reply } = exchange
  reply
    .headers({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no', connection: 'close' })
    .type('text/event-stream; charset=utf-8')
    .hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  return new EventStream(reply.raw, opening.map(frameOf), formatError(context, exchange))
}

/** Formats a failure as the error body of the surface, for the last event of a stream. */
function formatError({ log, config }: Context, { route, request }: Exchange): (error: unknown) => string {
  return (error) => {
    const { operation } = request.routeOptions.config
    const stack = error instanceof Error ? error.stack : String(error)
    const failure = toFailure(error)
    const level = failure.kind === 'unavailable' ? 'warn' : 'error'
    log[level]({ requestId: request.id, operation, stack }, 'stream failed')
    return JSON.stringify(
      errorReply(failure, {
        surface: route.surface,
        origin: config.settings.origin,
        requestId: request.id,
      }).body,
    )
  }
}
