import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from 'souk-contract'
import type { CallerFor } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Given, Handler } from '../operation.ts'
import { subject, type RateLimits } from './rate-limits.ts'
import { toEventStream } from './sse.ts'

/** Answers with events for as long as the caller listens and the server runs. */
export function openStream<R extends Route>(
  { store }: Context,
  { streams }: RateLimits,
  handler: Extract<Handler<R>, { kind: 'live' }>,
  { caller, given }: { caller: CallerFor<R['auth']>; given: Given<R> },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const listening = new AbortController()
  const leave = streams.take(subject(caller), () => listening.abort())
  reply.raw.on('close', () => {
    listening.abort()
    leave()
  })
  const last = request.headers['last-event-id']
  const from = {
    lastEventId: typeof last === 'string' ? last.slice(0, 100) : undefined,
    signal: listening.signal,
  }
  const events = handler.open(store, caller, given, from)
  return reply
    .headers({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no', connection: 'close' })
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(toEventStream(events, listening.signal)))
}
