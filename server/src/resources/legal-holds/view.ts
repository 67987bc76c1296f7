import type { LegalHold } from 'souk-contract'
import type { HoldRow } from './queries.ts'

export function viewHold(row: HoldRow): LegalHold {
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    reason: row.reason,
    placedBy: row.placed_by,
    createdAt: row.created_at.toISOString(),
    releasedBy: row.released_by,
    releaseReason: row.release_reason,
    releasedAt: row.released_at?.toISOString() ?? null,
  }
}
