import { ProcessorRefused } from '../processor-errors.ts'

/**
 * Definite refusal of a payout step: nothing moved, and the processor stores the response under the idempotency key.
 */

/**
 * `retry`: temporary cause, repeat under a new key. `fail`: the account cannot be paid, return the money. `attention`:
 * a person must decide.
 */
export type RefusalClass = 'retry' | 'fail' | 'attention'

export interface Refusal {
  readonly class: RefusalClass
  /** Our code if there is one, otherwise the processor's. */
  readonly code: string
  /** Human-readable message of the processor. */
  readonly message: string
}

export interface Refused {
  readonly outcome: 'refused'
  readonly refusal: Refusal
}

export function refused(refusal: Refusal): Refused {
  return { outcome: 'refused', refusal }
}

/** Turns a thrown refusal into an outcome; rethrows other errors. */
export function refusedBy(error: unknown): Refused {
  if (!(error instanceof ProcessorRefused)) throw error
  return refused({ class: 'attention', code: error.code, message: error.message })
}
