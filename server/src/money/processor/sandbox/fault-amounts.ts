/**
 * Amounts that simulate a slow or silent processor, or one that acts on its own. In currencies without decimals, or
 * with whole units only, the units end in these digits: JPY 113, ISK 113.00, a payout of HUF 113.00.
 */
import { rulesOf } from 'souk-contract'
import type { Money } from '../snapshots.ts'

type AmountFault = 'none' | 'lost_before' | 'lost_after' | 'late' | 'refunded'

interface TestAmount {
  /** Last two digits. */
  readonly ending: string
  readonly description: string
  readonly fault: AmountFault
}

export const testAmounts: readonly TestAmount[] = [
  { ending: '13', description: 'The call succeeds, and the response is lost.', fault: 'lost_after' },
  {
    ending: '14',
    description: 'The call is lost before it reaches the processor; a retry succeeds.',
    fault: 'lost_before',
  },
  { ending: '15', description: 'A payment or refund succeeds five seconds later.', fault: 'late' },
  {
    ending: '16',
    description: 'The payment is refunded at the processor five seconds later, as from its dashboard.',
    fault: 'refunded',
  },
]

const faults = new Map(testAmounts.map(({ ending, fault }) => [BigInt(ending), fault]))

export function faultOf({ amount, currency }: Money): AmountFault {
  const { chargeStep, payoutStep } = rulesOf(currency)
  const step = BigInt(amount % BigInt(payoutStep) === 0n ? payoutStep : chargeStep)
  return faults.get((amount / step) % 100n) ?? 'none'
}
