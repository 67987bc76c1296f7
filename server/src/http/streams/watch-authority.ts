/** The only place that ends what a caller holds open when the authority behind it is gone. */
import type { FastifyRequest } from 'fastify'
import type { Route } from 'souk-contract'
import { topicsBehind } from '../../authority/topics.ts'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import { identifyAgain } from '../receive/caller.ts'
import { toFailure } from '../reply/failures.ts'
import type { OpenStreams } from './stream-limits.ts'

interface Held {
  readonly route: Route
  readonly caller: Caller
  readonly request: FastifyRequest
  /** What the route itself asks of a caller, beyond being let in. */
  readonly authorize: (reader: Reader, caller: Caller) => Promise<unknown>
  /** Ends what is held. */
  readonly end: () => void
}

export interface AuthorityWatch {
  /** Whether the caller would still be let in. */
  holds(): Promise<boolean>
  leave(): void
}

/** Safety net for a missed announcement; ticks are seconds. */
const safetyTicks = 60
/** Consecutive checks that may fail for an internal reason, one per tick, before the stream ends. */
const faultsMax = 15

/**
 * Looks when a change of authority is announced, when a token expires, and soon after the beginning, because authority
 * may have ended between the first look and the listening. Every node learns of each change within a second.
 */
export function watchAuthority(context: Context, { ticks }: OpenStreams, held: Held): AuthorityWatch {
  const { store, pubsub, clock } = context
  const { route, caller, request, authorize, end } = held
  let until = caller.kind === 'stranger' ? null : caller.until
  let isChecking = false
  let isDue = true
  let quietTicks = 0
  let faults = 0

  async function check(): Promise<void> {
    const now = await identifyAgain(context, route, request, caller)
    until = now.kind === 'stranger' ? null : now.until
    await store.read((reader) => authorize(reader, now))
  }

  /** While the database is away there is nothing to tell: the next tick tries again. */
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
      if ((error instanceof Failure && error.kind !== 'unavailable') || faults >= faultsMax) return end()
      if (error === undefined) continue
      isDue = true
      break
    }
    isChecking = false
  }

  const hear = () => void recheck()
  const leaving = topicsBehind(caller).map((topic) => pubsub.subscribe(topic, hear))
  leaving.push(
    ticks.keep(() => {
      quietTicks += 1
      const isOver = until !== null && until !== undefined && until <= clock.now()
      if (isDue || isOver || quietTicks >= safetyTicks) hear()
    }),
  )
  return {
    holds: () =>
      check().then(
        () => true,
        () => false,
      ),
    leave: () => {
      for (const leave of leaving.splice(0)) leave()
    },
  }
}
