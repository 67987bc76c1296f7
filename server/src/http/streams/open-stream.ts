import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from 'souk-contract'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/transact.ts'
import { frameOf } from '../../events/sse-frame.ts'
import type { Followed, Listening } from '../../operation.ts'
import { errorAnswer } from '../reply/error-body.ts'
import { EventStream } from './event-stream.ts'
import { toFailure } from '../reply/failures.ts'
import { subject, type RateLimits } from '../receive/rate-limit.ts'
import { watchAuthority } from './watch-authority.ts'
import { whenGone } from './on-disconnect.ts'

interface Exchange {
  readonly route: Route
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A stream for a caller who was let in, and what it takes to stay. */
export interface Opened {
  readonly followed: Followed
  readonly authorize: (reader: Reader, caller: Caller) => Promise<unknown>
}

/** Answers with events for as long as the caller listens and the server runs; a refusal comes as any other does. */
export async function openStream(
  context: Context,
  { streams }: RateLimits,
  exchange: Exchange,
  open: (listening: Listening) => Promise<Opened>,
): Promise<FastifyReply> {
  const { pubsub } = context
  const { caller, request, reply } = exchange
  const listening = new AbortController()
  const { signal } = listening
  const giveBack = streams.take(subject(caller), () => listening.abort())
  whenGone(reply, () => {
    listening.abort()
    giveBack()
  })
  const last = request.headers['last-event-id']
  const lastEventId = typeof last === 'string' ? last.slice(0, 100) : undefined
  const { followed, authorize } = await open({ lastEventId, signal, pubsub })
  const { opening, follow, whileListening } = followed
  const stream = begin(context, exchange, opening)
  if (follow === undefined || signal.aborted) {
    stream.end()
    return reply
  }
  const leaveFeed = follow(stream)
  const end = () => {
    stream.sendReconnect()
    listening.abort()
  }
  const watch = watchAuthority(context, streams, { ...exchange, authorize, end })
  const beatNoMore = streams.beats.keep(() => {
    stream.beat()
    whileListening?.()
  })
  signal.addEventListener(
    'abort',
    () => {
      leaveFeed()
      watch.leave()
      beatNoMore()
      stream.end()
    },
    { once: true },
  )
  return reply
}

/** Takes the answer over from Fastify, with all that was to be said before its body. */
function begin(context: Context, exchange: Exchange, opening: Followed['opening']): EventStream {
  const { reply } = exchange
  reply
    .headers({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no', connection: 'close' })
    .type('text/event-stream; charset=utf-8')
    .hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  return new EventStream(reply.raw, opening.map(frameOf), lastWords(context, exchange))
}

/** A failure in the form in which it would have been answered, for whoever has already got the beginning. */
function lastWords({ log, config }: Context, { route, request }: Exchange): (error: unknown) => string {
  return (error) => {
    const { operation } = request.routeOptions.config
    const stack = error instanceof Error ? error.stack : String(error)
    const failure = toFailure(error)
    const level = failure.kind === 'unavailable' ? 'warn' : 'error'
    log[level]({ requestId: request.id, operation, stack }, 'stream failed')
    return JSON.stringify(
      errorAnswer(failure, {
        surface: route.surface,
        origin: config.settings.origin,
        requestId: request.id,
      }).body,
    )
  }
}
