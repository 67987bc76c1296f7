import type { Key } from 'souk-contract'
import { after } from '../../lib/clock.ts'
import type { KeyRow } from './queries.ts'
import { enableWithinMs } from './rules.ts'

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
    wallet: row.wallet,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    enableUntil: enableUntil(row)?.toISOString() ?? null,
  }
}

/** Null for an active or permanently deactivated key. */
function enableUntil({ disabled_at: disabledAt, deactivated_at: endedAt }: KeyRow): Date | null {
  return disabledAt === null || endedAt !== null ? null : after(disabledAt, enableWithinMs)
}
