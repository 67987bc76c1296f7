import type { Operator } from 'souk-contract'
import type { OperatorRow } from './queries.ts'

export function viewOperator(row: OperatorRow): Operator {
  return {
    userId: row.user_id,
    displayName: row.display_name,
    email: row.email,
    role: row.role,
    addedBy: row.added_by,
    createdAt: row.created_at.toISOString(),
  }
}
