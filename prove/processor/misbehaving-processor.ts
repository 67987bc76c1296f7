/** A processor that lies about payouts, for faults that no database can have. */
import type { Refused } from '../../server/src/money/processor/refusals.ts'
import type { PaymentProcessor } from '../../server/src/money/processor/processor.ts'

export interface Lie {
  /** Every attempt goes out under the key of the first. */
  readonly keepsKey?: true
  /** A refusal gets lost, each time. */
  readonly hidesRefusals?: true
  /** Says of a step that it was refused, although it was done. */
  readonly deniesDone?: { readonly step: 'transfer' | 'payout'; readonly as: Refused }
  /** Asked by our id, it finds nothing. */
  readonly isBlind?: true
}

type Answer = { readonly outcome: string }

export function lying(real: PaymentProcessor, lie: Lie): PaymentProcessor {
  const asked = <T extends { readonly attempt?: number }>(input: T): T =>
    lie.keepsKey === true ? { ...input, attempt: 1 } : input
  const heard = async <T extends Answer>(answer: Promise<T>): Promise<T | { outcome: 'unknown' }> => {
    const said = await answer
    return lie.hidesRefusals === true && said.outcome === 'refused' ? { outcome: 'unknown' } : said
  }
  const denied = async <T extends Answer>(step: string, answer: Promise<T>): Promise<T | Refused> => {
    const said = await answer
    const isDenied = lie.deniesDone?.step === step && ['sent', 'submitted'].includes(said.outcome)
    return isDenied ? lie.deniesDone.as : said
  }
  const sees = (lookup: object) => lie.isBlind !== true || 'ref' in lookup
  return {
    ...real,
    sendTransfer: (input) => heard(denied('transfer', real.sendTransfer(asked(input)))),
    sendBankPayout: (input) => heard(denied('payout', real.sendBankPayout(asked(input)))),
    reverseTransfer: (input) => heard(real.reverseTransfer(asked(input))),
    fetchTransfer: async (lookup) => (sees(lookup) ? real.fetchTransfer(lookup) : undefined),
    fetchBankPayout: async (lookup) => (sees(lookup) ? real.fetchBankPayout(lookup) : undefined),
  }
}
