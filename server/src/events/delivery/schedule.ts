/** The only place that decides the next state of a delivery after an attempt. Pure. */
import type { DeliveryTrigger } from 'souk-contract'
import { hour, minute, second } from '../../lib/clock.ts'
import type { EgressResult } from '../../ports/egress/result.ts'

/** Retry delays; after the last the delivery is exhausted. */
export const delaysMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** Number of tries that hold back later messages of the same order; then they overtake. */
export const blockingTriesMax = 3

const retryAfterMsMax = hour
const jitter = 0.2

export interface AttemptHistory {
  /** Tries since it was queued, including this one. */
  readonly tries: number
  readonly trigger: DeliveryTrigger
  /** Error of the previous attempt. */
  readonly lastError: string | null
}

/** Result of an attempt, or of a message that could not be built. */
export type Outcome =
  | EgressResult
  | { readonly kind: 'failed'; readonly code: 'message_not_made'; readonly durationMs: number }

type Verdict =
  | { readonly status: 'succeeded' | 'exhausted' | 'blocked' }
  /** The receiver responded 410 Gone. */
  | { readonly status: 'canceled' }
  | { readonly status: 'pending'; readonly delayMs: number }

/** `random` returns a number in [0, 1). */
export function verdictOf(outcome: Outcome, attempted: AttemptHistory, random: () => number): Verdict {
  const error = errorOf(outcome)
  if (error === null) return { status: 'succeeded' }
  if (isGone(outcome)) return { status: 'canceled' }
  if (isBlocked(error) && isBlocked(attempted.lastError)) return { status: 'blocked' }
  const delayMs = delaysMs[attempted.tries - 1]
  if (delayMs === undefined || attempted.trigger === 'test') return { status: 'exhausted' }
  const spread = delayMs * (1 - jitter + 2 * jitter * random())
  return { status: 'pending', delayMs: Math.round(Math.max(spread, requestedDelayMs(outcome))) }
}

/** Stable error code of an attempt; null if it succeeded. */
export function errorOf(outcome: Outcome): string | null {
  if (outcome.kind === 'failed') return outcome.code
  const { status } = outcome
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'redirect_not_followed'
  return status >= 400 && status < 600 ? `http_${Math.floor(status / 100)}xx` : 'http_invalid'
}

export function isGone(outcome: Outcome): boolean {
  return outcome.kind === 'response' && outcome.status === 410
}

/** Retry-After of an overloaded receiver, up to a limit. */
function requestedDelayMs(outcome: Outcome): number {
  if (outcome.kind !== 'response' || (outcome.status !== 429 && outcome.status !== 503)) return 0
  return Math.min(outcome.retryAfterMs ?? 0, retryAfterMsMax)
}

function isBlocked(error: string | null): boolean {
  return error?.startsWith('blocked_') === true
}
