import type { ApprovalAction, ApprovalState } from 'souk-contract'
import { bigint, bytes, json, nullable, text, timestamp } from '../../db/columns.ts'
import type { Id } from '../../lib/ids.ts'

export const approvalTables = {
  approvals: {
    id: text<Id<'apr'>>(),
    agent_id: text<Id<'agt'>>(),
    key_id: nullable(text<Id<'key'>>()),
    operation: text(),
    input: json<object>(),
    sealed_input: nullable(bytes()),
    input_hash: bytes(),
    request_key: nullable(text()),
    action: text<ApprovalAction>(),
    amount: nullable(bigint()),
    currency: nullable(text()),
    counterparty: nullable(text<Id<'agt'>>()),
    failed_rule: text(),
    state: text<ApprovalState>(),
    error: nullable(text()),
    created_at: timestamp(),
    expires_at: timestamp(),
    decided_by: nullable(text<Id<'usr'>>()),
    decided_at: nullable(timestamp()),
    user_id: nullable(text<Id<'usr'>>()),
    session_id: nullable(text<Id<'ses'>>()),
    warn_at: nullable(timestamp()),
    request_hash: nullable(bytes()),
    subject_state: nullable(text()),
  },
  gate_spending: {
    agent_id: text<Id<'agt'>>(),
    period: text(),
    currency: text(),
    spent: bigint(),
    created_at: timestamp(),
  },
}
