import { hour } from '../../lib/clock.ts'
import type { AccountRow } from './queries.ts'

/** An attempt without an answer may still open an account, for so long. */
const attemptReusableMs = hour

type AttemptedAccount = Pick<AccountRow, 'ref' | 'country' | 'attempt' | 'asked_at'>

export type Attempt =
  | { readonly country: string; readonly attempt: number }
  /** `fixed`: the account exists in its country. `unanswered`: the processor may be opening one in the other country. */
  | { readonly refused: 'fixed' | 'unanswered' }

/**
 * In which country an account is opened, and by which attempt. Processors repeat their answer to an attempt, so another
 * country takes another number; a refusal has counted it up already.
 */
export function chooseAttempt(known: AttemptedAccount, country: string, now: Date): Attempt {
  const { attempt, asked_at: askedAt } = known
  if (country === known.country) return { country, attempt }
  if (known.ref !== null) return { refused: 'fixed' }
  if (askedAt === null) return { country, attempt }
  if (now.getTime() - askedAt.getTime() < attemptReusableMs) return { refused: 'unanswered' }
  return { country, attempt: attempt + 1 }
}
