import { ProcessorRefused } from './errors.ts'

/** A definite no to a step of a payout: nothing moved, and the processor remembers the answer under the key of the call. */

/**
 * `retry`: the cause can pass, so the step is repeated under a new key. `fail`: the account cannot be paid, so the money
 * goes back. `attention`: a person has to decide.
 */
export type RefusalClass = 'retry' | 'fail' | 'attention'

export interface Refusal {
  readonly class: RefusalClass
  /** Our word where there is one, otherwise the processor's. */
  readonly code: string
  /** The processor's sentence about it, for people. */
  readonly message: string
}

export interface Refused {
  readonly outcome: 'refused'
  readonly refusal: Refusal
}

export function refused(refusal: Refusal): Refused {
  return { outcome: 'refused', refusal }
}

/** Turns a refusal that was thrown into an outcome; other errors go on. */
export function refusedBy(error: unknown): Refused {
  if (!(error instanceof ProcessorRefused)) throw error
  return refused({ class: 'attention', code: error.code, message: error.message })
}
