import type { Key } from 'souk-contract'
import type { KeyRow } from './queries.ts'

export function viewKey(row: KeyRow): Key {
  return {
    kid: row.id,
    label: row.label,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    deactivatedAt: row.deactivated_at?.toISOString() ?? null,
  }
}
