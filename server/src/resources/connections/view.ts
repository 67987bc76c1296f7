import type { Connection } from 'souk-contract'
import type { ConnectionView } from './queries.ts'

export function viewConnection(row: ConnectionView): Connection {
  return {
    id: row.id,
    agent: row.agent,
    state: row.state,
    direction: row.direction,
    note: row.note,
    mutual: row.mutual,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
  }
}
