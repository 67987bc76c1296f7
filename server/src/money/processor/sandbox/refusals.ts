import { refused, type Refusal, type Refused } from '../refusals.ts'
import { findBank, type StoppedStep } from './instruments.ts'
import type { StoredResponse } from './tables.ts'

/** All refusals of transfers, reversals, bank payouts and evidence in the sandbox. */
export const refusals = {
  notReady: { class: 'fail', code: 'account_not_ready', message: 'The payout account cannot be paid.' },
  platformShort: {
    class: 'retry',
    code: 'insufficient_platform_balance',
    message: 'The balance of the marketplace has not settled yet.',
  },
  accountShort: {
    class: 'retry',
    code: 'insufficient_account_balance',
    message: 'The payout account does not hold this amount.',
  },
  noSuchDispute: { class: 'attention', code: 'resource_missing', message: 'There is no such dispute.' },
  disputeClosed: {
    class: 'attention',
    code: 'dispute_closed',
    message: 'The dispute is decided, or has evidence already.',
  },
} as const satisfies Record<string, Refusal>

/** Refusal of the test bank for this attempt at a step, if any. */
export function bankRefusal(
  bank: string | null,
  step: StoppedStep,
  { attempt = 1 }: { attempt?: number },
): { refusal: Refusal } | undefined {
  const stop = findBank(bank ?? '')?.stops
  return stop?.step === step && attempt <= stop.attempts ? { refusal: stop.refusal } : undefined
}

/** Outcome of a call whose stored response is a refusal. */
export function refusedOutcome(response: Exclude<StoredResponse, { made: string }>): Refused {
  return refused('refusal' in response ? response.refusal : refusals.notReady)
}
