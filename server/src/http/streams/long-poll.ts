import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from 'souk-contract'
import type { Caller, CallerFor } from '../../caller.ts'
import type { Context } from '../../context.ts'
import { second } from '../../lib/clock.ts'
import type { Reader } from '../../db/transact.ts'
import type { Answer, Given, Linger } from '../../operation.ts'
import { sendAnswer, serialized } from '../reply/reply.ts'
import { subject, type RateLimits } from '../receive/rate-limit.ts'
import { watchAuthority } from './watch-authority.ts'
import { whenGone } from './on-disconnect.ts'

/** Some clients give up after five silent seconds; JSON may begin with any number of spaces. */
const spaceMs = 3 * second

interface Exchange<R extends Route> {
  readonly route: R
  readonly context: Context
  readonly limits: RateLimits
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface Wait<R extends Route> {
  readonly wait: Linger<R>['wait']
  readonly authorize: (reader: Reader, caller: Caller) => Promise<unknown>
  readonly caller: CallerFor<R['auth']>
  readonly given: Given<R>
  /** What was done, as the caller was told when it still had the authority. */
  readonly answer: Answer<R>
}

/** Answers when the thing the answer is about has come to rest, with a sign of life until then. */
export async function lingerOver<R extends Route>(
  { context, limits, route, request, reply }: Exchange<R>,
  { wait, authorize, caller, given, answer }: Wait<R>,
): Promise<unknown> {
  const { store, pubsub } = context
  const waiting = new AbortController()
  const leave = limits.streams.takePoll(subject(caller), () => waiting.abort())
  // Its places have been taken since the call came in: it is answered without a wait.
  if (leave === undefined) return sendAnswer(route, answer, request, reply)
  const patience = preferredSeconds(request)
  const lost = patience === undefined ? undefined : setTimeout(() => waiting.abort(), patience * second)
  if (patience !== undefined) reply.header('preference-applied', `wait=${patience}`)
  const watch = watchAuthority(context, limits.streams, {
    route,
    caller,
    request,
    authorize,
    end: () => waiting.abort(),
  })
  whenGone(reply, () => {
    clearTimeout(lost)
    leave()
    watch.leave()
    if (!reply.raw.writableFinished) waiting.abort()
  })
  // The change has happened: whatever goes wrong while waiting, the caller is told what was done.
  const settled = wait(store, caller, given, { answer, signal: waiting.signal, pubsub })
    .then(async (value) => (value === answer || (await watch.holds()) ? value : answer))
    .catch(() => answer)
  const first = await soon(settled)
  const inForm = (value: Answer<R>) => sendAnswer(route, value, request, reply)
  if (first !== undefined) return inForm(first)
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8')
  return reply.send(Readable.from(spaced(settled, (value) => serialized(reply, inForm(value)))))
}

/** How long the caller wants to wait at the most, if it says so (RFC 7240). */
function preferredSeconds({ headers }: FastifyRequest): number | undefined {
  const [, seconds] = preferredWait.exec(String(headers['prefer'] ?? '')) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

const preferredWait = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?\s*(?:[,;]|$)/i

async function* spaced<T>(settled: Promise<T>, serialize: (value: T) => string): AsyncGenerator<string> {
  for (;;) {
    yield ' '
    const value = await soon(settled)
    if (value === undefined) continue
    yield serialize(value)
    return
  }
}

async function soon<T>(settled: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, spaceMs, undefined)
  })
  const first = await Promise.race([settled, silence])
  clearTimeout(timer)
  return first
}
