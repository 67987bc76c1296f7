import type { Person, User } from 'souk-contract'
import type { UserRow } from './queries.ts'

export function viewUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    displayName: row.display_name,
    activeAgentId: row.active_agent_id,
    locale: row.locale,
    timeZone: row.time_zone,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function viewPerson(row: Pick<UserRow, 'id' | 'display_name'>): Person {
  return { id: row.id, displayName: row.display_name }
}
