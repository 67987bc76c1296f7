/** The only place that decides what becomes of a delivery after an attempt. Pure. */
import type { DeliveryTrigger } from 'souk-contract'
import { hour, minute, second } from '../../lib/clock.ts'
import type { EgressResult } from '../../ports/egress/result.ts'

/** Waiting times between attempts; when they are used up, the delivery is exhausted. */
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

/** So many attempts of a message hold back those that follow it; then they overtake. */
export const blockingTriesMax = 3

const retryAfterMsMax = hour
const jitter = 0.2

export interface AttemptHistory {
  /** Attempts since it was queued, this one among them. */
  readonly tries: number
  readonly trigger: DeliveryTrigger
  /** Why the attempt before failed. */
  readonly lastError: string | null
}

/** What came of an attempt; a message that could not even be made was not sent. */
export type Outcome =
  | EgressResult
  | { readonly kind: 'failed'; readonly code: 'message_not_made'; readonly durationMs: number }

export type Verdict =
  | { readonly status: 'succeeded' | 'exhausted' | 'blocked' }
  /** The receiver wants nothing any more. */
  | { readonly status: 'cancelled' }
  | { readonly status: 'pending'; readonly delayMs: number }

/** `random` answers a number from 0 up to 1. */
export function verdictOf(outcome: Outcome, attempted: AttemptHistory, random: () => number): Verdict {
  const error = errorOf(outcome)
  if (error === null) return { status: 'succeeded' }
  if (isGone(outcome)) return { status: 'cancelled' }
  if (isBlocked(error) && isBlocked(attempted.lastError)) return { status: 'blocked' }
  const delayMs = delaysMs[attempted.tries - 1]
  if (delayMs === undefined || attempted.trigger === 'test') return { status: 'exhausted' }
  const spread = delayMs * (1 - jitter + 2 * jitter * random())
  return { status: 'pending', delayMs: Math.round(Math.max(spread, requestedDelayMs(outcome))) }
}

/** Why an attempt failed, in a word that stays the same; null when it did not. */
export function errorOf(outcome: Outcome): string | null {
  if (outcome.kind === 'failed') return outcome.code
  const { status } = outcome
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'redirect_not_followed'
  return status >= 400 && status < 600 ? `http_${Math.floor(status / 100)}xx` : 'http_invalid'
}

export function isGone(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.status === 410
}

/** Who is overloaded may say for how long, and is believed up to a limit. */
function requestedDelayMs(outcome: Outcome): number {
  if (outcome.kind !== 'answered' || (outcome.status !== 429 && outcome.status !== 503)) return 0
  return Math.min(outcome.retryAfterMs ?? 0, retryAfterMsMax)
}

function isBlocked(error: string | null): boolean {
  return error?.startsWith('blocked_') === true
}
