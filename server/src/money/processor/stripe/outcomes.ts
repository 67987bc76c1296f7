import type { Stripe } from 'stripe'
import { ProcessorRefused, ProcessorUnavailable } from '../../processor-errors.ts'
import type { Failed, Unknown } from '../processor.ts'
import type { Decline, DeclineCode } from '../snapshots.ts'
import { sanitized } from './messages.ts'

/** The only place that interprets Stripe's errors: definite result, refusal, or unknown outcome. */

export type StripeError = Stripe.errors.StripeError

/** Duck-typed, because the package is loaded only with a key. */
export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'rawType' in error && 'requestId' in error
}

const unknownTypes: ReadonlySet<string> = new Set([
  'StripeConnectionError',
  'StripeRateLimitError',
  'RateLimitError',
])

type CallResult<T> = { readonly outcome: 'done'; readonly value: T } | RefusedByStripe | Unknown

interface RefusedByStripe {
  readonly outcome: 'refused'
  readonly error: StripeError
}

/** For calls that move money; an unknown outcome is a result. */
export async function tryCall<T>(call: () => Promise<T>): Promise<CallResult<T>> {
  try {
    return { outcome: 'done', value: await call() }
  } catch (error) {
    if (!isStripeError(error)) throw error
    return isUnknown(error) ? { outcome: 'unknown' } : { outcome: 'refused', error }
  }
}

/** For calls that are safe to repeat. */
export async function completed<T>(call: () => Promise<T>): Promise<T> {
  return valueOrThrow(await tryCall(call))
}

/** For reads; a missing object is undefined. */
export async function fetched<T>(call: () => Promise<T>): Promise<T | undefined> {
  const result = await tryCall(call)
  return result.outcome === 'refused' && isMissing(result.error) ? undefined : valueOrThrow(result)
}

/** Unwraps the value, or throws. */
export function valueOrThrow<T>(result: CallResult<T>): T {
  if (result.outcome === 'unknown') throw new ProcessorUnavailable('Stripe did not respond.')
  if (result.outcome === 'refused') throw refusal(result.error)
  return result.value
}

/** Concurrent call with the same key, failed dependency, or rate limit. */
const unknownStatuses: ReadonlySet<number> = new Set([409, 424, 429])

/** Stripe replays a stored 500 for the same key, so only fetching shows the outcome. */
function isUnknown(error: StripeError): boolean {
  if (unknownTypes.has(error.type)) return true
  if (error.code === 'idempotency_key_in_use' || error.code === 'lock_timeout') return true
  const { statusCode } = error
  return statusCode === undefined || statusCode >= 500 || unknownStatuses.has(statusCode)
}

function isMissing(error: StripeError): boolean {
  return error.statusCode === 404 || error.code === 'resource_missing'
}

/** A permanent refusal, with Stripe's message. */
export function refusal(error: StripeError): ProcessorRefused {
  const reused = error.type === 'StripeIdempotencyError'
  const code = reused ? 'idempotency_mismatch' : (error.code ?? error.type)
  return new ProcessorRefused(code, sanitized(error.message))
}

export function failedBy(error: StripeError, code: DeclineCode): Failed {
  return { outcome: 'failed', failure: { code, processorCode: error.code ?? error.type } }
}

const declineCodes: Readonly<Record<string, DeclineCode>> = {
  insufficient_funds: 'insufficient_funds',
  authentication_required: 'authentication_required',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_details',
  incorrect_number: 'incorrect_details',
  incorrect_zip: 'incorrect_details',
  invalid_cvc: 'incorrect_details',
  invalid_expiry_month: 'incorrect_details',
  invalid_expiry_year: 'incorrect_details',
  invalid_number: 'incorrect_details',
  processing_error: 'processing_error',
}

/** The bank's decline code is more specific than Stripe's code. */
export function declineOf({ code, decline_code }: { code?: string; decline_code?: string }): Decline {
  const known = declineCodes[decline_code ?? ''] ?? declineCodes[code ?? '']
  return { code: known ?? 'card_declined', processorCode: decline_code ?? code ?? 'unknown' }
}

export function isCardError(error: StripeError): boolean {
  return error.type === 'StripeCardError'
}
