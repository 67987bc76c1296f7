import type { Chargeback, ChargebackEvidence } from 'souk-contract'
import type { EvidenceRow } from '../payments/evidence/queries.ts'
import type { ListedChargeback } from './queries.ts'
import { evidenceStateOf } from './rules.ts'

export function viewChargeback(row: ListedChargeback): Chargeback {
  const { evidence_state: evidence } = row
  return {
    ref: row.ref,
    paymentId: row.payment_id,
    agentId: row.agent_id,
    state: row.state,
    appeal: row.appeal,
    evidenceState: evidence === null ? null : evidenceStateOf({ state: evidence }, row),
    amount: money(row.amount, row.currency),
    withdrawn: money(row.withdrawn, row.currency),
    reinstated: money(row.reinstated, row.currency),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function viewEvidence(row: EvidenceRow, chargeback: ListedChargeback): ChargebackEvidence {
  return {
    state: evidenceStateOf(row, chargeback),
    statement: row.statement,
    failure: row.failure,
    writtenBy: row.written_by,
    sentAt: row.sent_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
  }
}

function money(amount: bigint, currency: string) {
  return { amount: Number(amount), currency }
}
