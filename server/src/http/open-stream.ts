import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from 'souk-contract'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { second } from '../lib/clock.ts'
import type { Events, Listening } from '../operation.ts'
import { identify } from './caller.ts'
import { errorAnswer } from './error-answer.ts'
import { toFailure } from './failures.ts'
import { subject, type RateLimits } from './rate-limits.ts'
import { toEventStream } from './sse.ts'
import { whenGone } from './when-gone.ts'

interface Exchange {
  readonly route: Route
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A reader that takes nothing for so long is cut; it comes back with the event it saw last. */
const stalledMs = 30 * second
/** Rights may end by time or by a change elsewhere; nobody listens on for longer than this. */
const recheckMs = 15 * second

/** Answers with events for as long as the caller listens and the server runs; a refusal comes as any other does. */
export async function openStream(
  context: Context,
  { streams }: RateLimits,
  exchange: Exchange,
  open: (listening: Listening) => Promise<Events>,
): Promise<FastifyReply> {
  const { hub } = context
  const { caller, request, reply } = exchange
  const listening = new AbortController()
  const leave = streams.take(subject(caller), () => listening.abort())
  whenGone(reply, () => {
    listening.abort()
    leave()
  })
  const last = request.headers['last-event-id']
  const events = await open({
    lastEventId: typeof last === 'string' ? last.slice(0, 100) : undefined,
    signal: listening.signal,
    hub,
  })
  void endWithRights(context, exchange, listening)
  cutStalled(reply, listening.signal)
  return reply
    .headers({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no', connection: 'close' })
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(toEventStream(events, listening.signal, lastWords(context, exchange))))
}

/** A failure in the form in which it would have been answered, for whoever has already got the beginning. */
function lastWords({ log, config }: Context, { route, request }: Exchange): (error: unknown) => string {
  return (error) => {
    const { operation } = request.routeOptions.config
    const stack = error instanceof Error ? error.stack : String(error)
    const failure = toFailure(error)
    const level = failure.kind === 'unavailable' ? 'warn' : 'error'
    log[level]({ requestId: request.id, operation, stack }, 'stream failed')
    return JSON.stringify(errorAnswer(failure, route.surface, config.settings.origin).body)
  }
}

/** Ends the stream when its caller would no longer be let in: looked at when told of a change, and now and then. */
async function endWithRights(
  context: Context,
  { route, caller, request }: Exchange,
  listening: AbortController,
): Promise<void> {
  const { signal } = listening
  const listener = context.hub.listen(topicOf(caller))
  while (!signal.aborted) {
    await listener.changed(signal, recheckMs)
    if (signal.aborted) break
    await identify(context, route, request).catch(() => listening.abort())
  }
  listener.close()
}

function topicOf(caller: Caller): string {
  if (caller.kind === 'stranger') return `ip:${caller.ip}`
  return caller.kind === 'key' ? `key:${caller.keyId}` : `user:${caller.userId}`
}

/** What waits to be sent stays in memory, so a reader cannot be waited for without end. */
function cutStalled({ raw }: FastifyReply, signal: AbortSignal): void {
  if (signal.aborted) return
  let waitedMs = 0
  const stepMs = stalledMs / 6
  const timer = setInterval(() => {
    waitedMs = raw.writableNeedDrain ? waitedMs + stepMs : 0
    if (waitedMs >= stalledMs) raw.destroy()
  }, stepMs)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
