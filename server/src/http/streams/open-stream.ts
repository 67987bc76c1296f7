import type { FastifyReply } from 'fastify'
import type { AnyCaller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/transact.ts'
import { frameOf } from '../../events/sse-frame.ts'
import type { StreamSource, StreamContext } from '../../operation.ts'
import type { Exchange } from '../bindings/exchange.ts'
import type { Failure } from '../../failure.ts'
import { toFailure } from '../reply/failures.ts'
import type { RateLimits } from '../receive/rate-limit.ts'
import { watchAuthority } from './watch-authority.ts'
import { onDisconnect } from './on-disconnect.ts'

/** A stream whose caller was authorized, and the check that must keep passing. */
interface AuthorizedStream {
  readonly source: StreamSource
  readonly authorize: (reader: Reader, caller: AnyCaller) => Promise<unknown>
}

/** Streams events until the client disconnects, loses its authority, or the server stops. Refusals are ordinary errors. */
export async function openStream(
  context: Context,
  { streams }: RateLimits,
  exchange: Pick<Exchange, 'operation' | 'route' | 'caller' | 'request' | 'reply' | 'encoding'>,
  open: (listening: StreamContext) => Promise<AuthorizedStream>,
): Promise<FastifyReply> {
  const { pubsub } = context
  const { caller, request, reply } = exchange
  const listening = new AbortController()
  const { signal } = listening
  const release = streams.take(caller, () => listening.abort(shutdown))
  onDisconnect(reply, () => {
    listening.abort()
    release()
  })
  const last = request.headers['last-event-id']
  const lastEventId = typeof last === 'string' ? last.slice(0, 100) : undefined
  const { source, authorize } = await open({ lastEventId, signal, pubsub })
  const { opening, subscribe, onKeepalive } = source
  const stream = exchange.encoding.startStream(opening.map(frameOf), (error) =>
    explain(context, exchange, error),
  )
  if (subscribe === undefined || signal.aborted) {
    stream.end()
    return reply
  }
  const unsubscribe = subscribe(stream)
  const end = () => {
    stream.interrupt('authority')
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
      if (signal.reason === shutdown) stream.interrupt('shutdown')
      unsubscribe()
      watch.stop()
      stopKeepalive()
      stream.end()
    },
    { once: true },
  )
  return reply
}

/** Reason of streams that end with the server. */
const shutdown = Symbol('shutdown')

/** Failures are logged, because the status of the response is already sent. */
function explain(
  { log }: Context,
  { operation, request }: Pick<Exchange, 'operation' | 'request'>,
  error: unknown,
): Failure {
  const stack = error instanceof Error ? error.stack : String(error)
  const failure = toFailure(error)
  const level = failure.kind === 'unavailable' ? 'warn' : 'error'
  log[level]({ requestId: request.id, operation, stack }, 'stream failed')
  return failure
}
