/** The only place that ends streams and long polls whose caller has lost its authority. */
import type { Route } from 'souk-contract'
import { authorityTopicsOf } from '../../authority/topics.ts'
import type { AnyCaller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import type { IncomingCall } from '../bindings/call.ts'
import { reidentify } from '../receive/caller.ts'
import { toFailure } from '../reply/failures.ts'
import type { OpenStreams } from './stream-limits.ts'

interface WatchedCall {
  readonly route: Route
  readonly caller: AnyCaller
  readonly request: IncomingCall
  /** Check of the route itself, in addition to authentication. */
  readonly authorize: (reader: Reader, caller: AnyCaller) => Promise<unknown>
  /** Ends the stream, the download or the long poll. */
  readonly end: (reason: Failure) => void
}

interface AuthorityWatch {
  /** Whether the caller would still be admitted. */
  isAuthorized(): Promise<boolean>
  stop(): void
}

/** Interval of the check that covers lost wakeups; a tick is a second. */
const safetyTicks = 60
/** Consecutive checks that may fail for an internal reason, one per tick, before the stream ends. */
const faultsMax = 15

/**
 * Rechecks when a change of authority is published, when a token expires, and shortly after the start, because authority
 * can be lost between the first check and the subscription. Every node learns of each change within a second.
 */
export function watchAuthority(
  context: Context,
  { authorityTicks: ticks }: OpenStreams,
  watched: WatchedCall,
): AuthorityWatch {
  const { store, pubsub, clock } = context
  const { route, caller, request, authorize, end } = watched
  let until = caller.kind === 'stranger' ? null : caller.until
  let isChecking = false
  let isDue = true
  let quietTicks = 0
  let faults = 0

  async function check(): Promise<void> {
    const now = await reidentify(context, route, request, caller)
    until = now.kind === 'stranger' ? null : now.until
    await store.read((reader) => authorize(reader, now))
  }

  /** While the database is unavailable nothing is decided: the next tick retries. */
  async function recheck(): Promise<void> {
    isDue = true
    if (isChecking) return
    isChecking = true
    quietTicks = 0
    while (isDue) {
      isDue = false
      const error = await check().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      faults = error === undefined || toFailure(error).kind === 'unavailable' ? 0 : faults + 1
      if (isRefusal(error) || faults >= faultsMax) return end(toFailure(error))
      if (error === undefined) continue
      isDue = true
      break
    }
    isChecking = false
  }

  const notify = () => void recheck()
  const stops = authorityTopicsOf(caller).map((topic) => pubsub.subscribe(topic, notify))
  stops.push(
    ticks.add(() => {
      quietTicks += 1
      const isExpired = until !== null && until !== undefined && until <= clock.now()
      if (isDue || isExpired || quietTicks >= safetyTicks) notify()
    }),
  )
  return {
    isAuthorized: () =>
      check().then(
        () => true,
        () => false,
      ),
    stop: () => {
      for (const stop of stops.splice(0)) stop()
    },
  }
}

/** Internal errors and an unavailable database refuse nothing. */
function isRefusal(error: unknown): boolean {
  return error instanceof Failure && error.kind !== 'unavailable'
}
