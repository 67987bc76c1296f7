import type { Approval } from 'souk-contract'
import { stateAt } from './lifecycle.ts'
import type { ListedApproval } from './queries.ts'

export function viewApproval(row: ListedApproval, now: Date): Approval {
  const { amount, currency } = row
  return {
    id: row.id,
    agentId: row.agent_id,
    keyId: row.key_id,
    userId: row.user_id,
    operation: row.operation,
    action: row.action,
    amount: amount === null || currency === null ? null : { amount: Number(amount), currency },
    counterparty: row.counterparty,
    failedRule: row.failed_rule,
    state: stateAt(row, now),
    error: row.error,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }
}
