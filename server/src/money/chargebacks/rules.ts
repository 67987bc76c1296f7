import type { ChargebackEvidenceState } from 'souk-contract'
import type { EvidenceRow } from '../payments/evidence/queries.ts'
import type { ChargebackRow } from '../payments/queries.ts'

/** The decision of the bank is the state of the chargeback. */
export function evidenceStateOf(
  { state }: Pick<EvidenceRow, 'state'>,
  chargeback: Pick<ChargebackRow, 'state'>,
): ChargebackEvidenceState {
  if (state !== 'sent') return state
  return decided[chargeback.state]
}

const decided = { open: 'sent', won: 'accepted', lost: 'rejected' } as const

/** Evidence can be written and sent until the processor has it. */
const changeable: ReadonlySet<EvidenceRow['state']> = new Set<EvidenceRow['state']>(['draft', 'failed'])

export function isChangeable(evidence: Pick<EvidenceRow, 'state'> | undefined): boolean {
  return evidence === undefined || changeable.has(evidence.state)
}
