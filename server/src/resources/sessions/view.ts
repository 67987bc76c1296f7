import type { Session } from 'souk-contract'
import type { AnyCaller } from '../../caller.ts'
import type { SessionRow } from './queries.ts'

export function viewSession(row: SessionRow, caller: AnyCaller): Session {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    userAgent: row.user_agent,
    ip: row.ip,
    current: caller.kind === 'user' && caller.sessionId === row.id,
  }
}
