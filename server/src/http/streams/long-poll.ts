import { Readable } from 'node:stream'
import type { Route } from 'souk-contract'
import type { AnyCaller, CallerFor } from '../../caller.ts'
import { second } from '../../lib/clock.ts'
import type { Reader } from '../../db/transact.ts'
import type { OperationReply, OperationInput, LongPoll } from '../../operation.ts'
import type { IncomingCall } from '../bindings/call.ts'
import type { Exchange } from '../bindings/exchange.ts'
import { watchAuthority } from './watch-authority.ts'
import { onDisconnect } from './on-disconnect.ts'

/** Some clients disconnect after five idle seconds. JSON can start with any number of spaces, which serve as keepalive. */
const keepaliveMs = 3 * second

interface LongPollCall<R extends Route> {
  readonly wait: LongPoll<R>['wait']
  readonly authorize: (reader: Reader, caller: AnyCaller) => Promise<unknown>
  readonly caller: CallerFor<R['auth']>
  readonly input: OperationInput<R>
  /** The result of the change, made while the caller had the authority. */
  readonly result: OperationReply<R>
}

/** Replies when the wait is over, and sends keepalive spaces until then. */
export async function longPoll<R extends Route>(
  { context, limits, route, request, reply, encoding }: Exchange<R>,
  { wait, authorize, caller, input, result }: LongPollCall<R>,
): Promise<unknown> {
  const { store, pubsub } = context
  const waiting = new AbortController()
  const leave = limits.streams.takeLongPoll(caller, () => waiting.abort())
  // All slots were taken since the call was admitted: it replies without waiting.
  if (leave === undefined) return encoding.send(result)
  const maxSeconds = preferredSeconds(request)
  const timeout =
    maxSeconds === undefined ? undefined : setTimeout(() => waiting.abort(), maxSeconds * second)
  if (maxSeconds !== undefined) reply.header('preference-applied', `wait=${maxSeconds}`)
  const watch = watchAuthority(context, limits.streams, {
    route,
    caller,
    request,
    authorize,
    end: () => waiting.abort(),
  })
  onDisconnect(reply, () => {
    clearTimeout(timeout)
    leave()
    watch.stop()
    if (!reply.raw.writableFinished) waiting.abort()
  })
  // The change is committed: whatever fails while waiting, the caller gets its result.
  const settled = wait(store, caller, input, { reply: result, signal: waiting.signal, pubsub })
    .then(async (value) => (value === result || (await watch.isAuthorized()) ? value : result))
    .catch(() => result)
  const { text } = encoding
  if (text === undefined) return encoding.send(await settled)
  const first = await withinKeepalive(settled)
  if (first !== undefined) return encoding.send(first)
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8')
  return reply.send(Readable.from(withKeepalives(settled, text)))
}

/** Maximum wait that the caller prefers (RFC 7240). */
function preferredSeconds({ headers }: IncomingCall): number | undefined {
  const [, seconds] = preferredWait.exec(String(headers['prefer'] ?? '')) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

const preferredWait = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?\s*(?:[,;]|$)/i

async function* withKeepalives<T>(settled: Promise<T>, toText: (value: T) => string): AsyncGenerator<string> {
  for (;;) {
    yield ' '
    const value = await withinKeepalive(settled)
    if (value === undefined) continue
    yield toText(value)
    return
  }
}

async function withinKeepalive<T>(settled: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, keepaliveMs, undefined)
  })
  const first = await Promise.race([settled, silence])
  clearTimeout(timer)
  return first
}
