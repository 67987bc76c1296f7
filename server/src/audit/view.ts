import type { AuditEntry } from 'souk-contract'
import type { AuditEntryRow } from './queries.ts'

export function viewAuditEntry(row: AuditEntryRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actor_kind,
    userId: row.user_id,
    agentId: row.agent_id,
    keyId: row.key_id,
    target: row.target,
    ip: row.ip,
    requestId: row.request_id,
    details: row.details,
  }
}
