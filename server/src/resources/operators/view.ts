import type { Operator } from 'souk-contract'
import type { ListedOperator, OperatorRow } from './queries.ts'

export function viewOperator(row: OperatorRow | ListedOperator): Operator {
  return {
    userId: row.user_id,
    displayName: row.display_name,
    email: row.email,
    role: row.role,
    source: 'source' in row ? row.source : 'assigned',
    addedBy: row.added_by,
    createdAt: row.created_at.toISOString(),
  }
}
