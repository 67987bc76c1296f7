import type { AuditEntry } from 'souk-contract'
import type { AuditEntryRow } from './queries.ts'

/** IDs that have names. */
export const namedIds = ({ user_id, target }: AuditEntryRow) => [user_id, target]

/** Names change and are not part of the hash chain, so they are looked up at each reading. */
export function viewAuditEntry(row: AuditEntryRow, names: ReadonlyMap<string, string>): AuditEntry {
  return {
    ...viewRecordedEntry(row),
    userName: row.user_id === null ? null : (names.get(row.user_id) ?? null),
    targetName: names.get(row.target) ?? null,
  }
}

/** The entry as it was recorded. */
export function viewRecordedEntry(row: AuditEntryRow): Omit<AuditEntry, 'userName' | 'targetName'> {
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
