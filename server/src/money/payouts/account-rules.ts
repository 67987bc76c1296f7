import { hour } from '../../lib/clock.ts'
import type { AccountRow } from './queries.ts'

/** An attempt without a response may still create an account for this long. */
const attemptReusableMs = hour

type AttemptedAccount = Pick<AccountRow, 'ref' | 'country' | 'attempt' | 'asked_at'>

type Attempt =
  | { readonly country: string; readonly attempt: number }
  /**
   * `fixed`: the account exists in another country. `unanswered`: the processor may still create one in another
   * country.
   */
  | { readonly refused: 'fixed' | 'unanswered' }

/**
 * Chooses country and attempt number of an account. Processors replay the response to an attempt, so another country
 * needs a new number; a refusal has already incremented it.
 */
export function chooseAttempt(known: AttemptedAccount, country: string, now: Date): Attempt {
  const { attempt, asked_at: attemptedAt } = known
  if (country === known.country) return { country, attempt }
  if (known.ref !== null) return { refused: 'fixed' }
  if (attemptedAt === null) return { country, attempt }
  if (now.getTime() - attemptedAt.getTime() < attemptReusableMs) return { refused: 'unanswered' }
  return { country, attempt: attempt + 1 }
}
