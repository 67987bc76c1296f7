import type { Stripe } from 'stripe'
import { ProcessorRefused, ProcessorUnavailable } from '../errors.ts'
import type { Failed, Unknown } from '../processor.ts'
import type { Decline, DeclineCode } from '../snapshots.ts'
import { sanitized } from './messages.ts'

/** The only place that reads Stripe's errors: what is certain, what is refused, and what nobody knows. */

export type StripeError = Stripe.errors.StripeError

/** Told by what only they have, because their class is loaded only where there is a key. */
export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'rawType' in error && 'requestId' in error
}

const unknownTypes: ReadonlySet<string> = new Set([
  'StripeConnectionError',
  'StripeRateLimitError',
  'RateLimitError',
])

export type CallResult<T> = { readonly outcome: 'done'; readonly value: T } | RefusedByStripe | Unknown

interface RefusedByStripe {
  readonly outcome: 'refused'
  readonly error: StripeError
}

/** For calls that move money: their end may be unknown, and that is an answer. */
export async function tryCall<T>(call: () => Promise<T>): Promise<CallResult<T>> {
  try {
    return { outcome: 'done', value: await call() }
  } catch (error) {
    if (!isStripeError(error)) throw error
    return isUnknown(error) ? { outcome: 'unknown' } : { outcome: 'refused', error }
  }
}

/** For calls that can simply be repeated. */
export async function answered<T>(call: () => Promise<T>): Promise<T> {
  return demanded(await tryCall(call))
}

/** For reading: what Stripe does not have is undefined. */
export async function fetched<T>(call: () => Promise<T>): Promise<T | undefined> {
  const answer = await tryCall(call)
  return answer.outcome === 'refused' && isMissing(answer.error) ? undefined : demanded(answer)
}

/** The value, or the error that says why there is none. */
export function demanded<T>(answer: CallResult<T>): T {
  if (answer.outcome === 'unknown') throw new ProcessorUnavailable('Stripe did not answer.')
  if (answer.outcome === 'refused') throw refusal(answer.error)
  return answer.value
}

/** Another call with this key is running, Stripe waits for another company, or Stripe has had too many calls. */
const unknownStatuses: ReadonlySet<number> = new Set([409, 424, 429])

/** A stored 500 comes back with the same key, so only fetching tells how that call ended. */
function isUnknown(error: StripeError): boolean {
  if (unknownTypes.has(error.type)) return true
  if (error.code === 'idempotency_key_in_use' || error.code === 'lock_timeout') return true
  const { statusCode } = error
  return statusCode === undefined || statusCode >= 500 || unknownStatuses.has(statusCode)
}

function isMissing(error: StripeError): boolean {
  return error.statusCode === 404 || error.code === 'resource_missing'
}

/** What a call with these parameters will never do, in the words of Stripe. */
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

/** The bank's reason says more than Stripe's code, when there is one. */
export function declineOf({ code, decline_code }: { code?: string; decline_code?: string }): Decline {
  const known = declineCodes[decline_code ?? ''] ?? declineCodes[code ?? '']
  return { code: known ?? 'card_declined', processorCode: decline_code ?? code ?? 'unknown' }
}

export function isCardError(error: StripeError): boolean {
  return error.type === 'StripeCardError'
}
