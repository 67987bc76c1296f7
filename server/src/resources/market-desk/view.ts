import type { AuditEntry } from 'souk-contract'
import type { AuditEntryRow } from '../../audit/queries.ts'

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

/** Members that people of agents and of organizations share. */
export function viewPersonWithRole(row: { id: string; display_name: string; email: string; role: string }) {
  return { id: row.id, displayName: row.display_name, email: row.email, role: row.role }
}

export function viewDeletion(row: {
  id: string
  display_name: string
  email: string
  deletion_due_at: Date
}) {
  const { id: userId, display_name: displayName, email, deletion_due_at: dueAt } = row
  return { userId, displayName, email, deletesAt: dueAt.toISOString() }
}
