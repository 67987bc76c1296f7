/** A processor with faulty payouts, for faults that cannot be planted in the database. */
import type { Refused } from '../../server/src/money/processor/refusals.ts'
import type { PaymentProcessor } from '../../server/src/money/processor/processor.ts'

export interface Misbehavior {
  /** Every attempt uses the idempotency key of the first. */
  readonly reusesKey?: true
  /** Refusals are reported as unknown outcomes. */
  readonly hidesRefusals?: true
  /** Reports a completed step as refused. */
  readonly deniesDone?: { readonly step: 'transfer' | 'payout'; readonly as: Refused }
  /** Lookups by our id find nothing. */
  readonly hidesLookups?: true
}

type Response = { readonly outcome: string }

export function misbehaving(real: PaymentProcessor, misbehavior: Misbehavior): PaymentProcessor {
  const withKey = <T extends { readonly attempt?: number }>(input: T): T =>
    misbehavior.reusesKey === true ? { ...input, attempt: 1 } : input
  const withHiddenRefusals = async <T extends Response>(
    answer: Promise<T>,
  ): Promise<T | { outcome: 'unknown' }> => {
    const response = await answer
    return misbehavior.hidesRefusals === true && response.outcome === 'refused'
      ? { outcome: 'unknown' }
      : response
  }
  const withDenial = async <T extends Response>(step: string, answer: Promise<T>): Promise<T | Refused> => {
    const response = await answer
    const isDenied = misbehavior.deniesDone?.step === step && ['sent', 'submitted'].includes(response.outcome)
    return isDenied ? misbehavior.deniesDone.as : response
  }
  const isVisible = (lookup: object) => misbehavior.hidesLookups !== true || 'ref' in lookup
  return {
    ...real,
    sendTransfer: (input) => withHiddenRefusals(withDenial('transfer', real.sendTransfer(withKey(input)))),
    sendBankPayout: (input) => withHiddenRefusals(withDenial('payout', real.sendBankPayout(withKey(input)))),
    reverseTransfer: (input) => withHiddenRefusals(real.reverseTransfer(withKey(input))),
    fetchTransfer: async (lookup) => (isVisible(lookup) ? real.fetchTransfer(lookup) : undefined),
    fetchBankPayout: async (lookup) => (isVisible(lookup) ? real.fetchBankPayout(lookup) : undefined),
  }
}
