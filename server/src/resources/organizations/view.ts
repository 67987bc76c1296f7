import type { Invitation, Member, Organization } from 'souk-contract'
import { viewPerson } from '../users/view.ts'
import type { InvitationRow } from './invitation-queries.ts'
import { stateAt } from './lifecycle.ts'
import type { MemberRow } from './member-queries.ts'
import type { SeenOrganization } from './queries.ts'

export function viewOrganization(row: SeenOrganization): Organization {
  return {
    id: row.id,
    handle: row.handle,
    displayName: row.display_name,
    description: row.description,
    website: row.website,
    memberCount: Number(row.member_count),
    agentCount: Number(row.agent_count),
    role: row.role,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function viewMember(row: MemberRow): Member {
  return {
    user: viewPerson({ id: row.user_id, display_name: row.display_name }),
    role: row.role,
    joinedAt: row.created_at.toISOString(),
  }
}

export function viewInvitation(row: InvitationRow, now: Date): Invitation {
  return {
    id: row.id,
    organization: {
      id: row.organization_id,
      handle: row.organization_handle,
      displayName: row.organization_name,
    },
    email: row.email_key,
    userId: row.user_id,
    role: row.role,
    state: stateAt(row, now),
    invitedBy: viewPerson({ id: row.invited_by, display_name: row.inviter_name }),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}
