import type { Contract } from 'souk-contract'
import { found } from '../../failure.ts'
import type { Query } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { viewAgent } from '../agents/view.ts'
import { readOrganizationFor } from './access.ts'
import { agentsAssignedTo } from './assignment-queries.ts'
import { invitationsOf, openInvitationsTo } from './invitation-queries.ts'
import { membersOf } from './member-queries.ts'
import { findOrganization, foundOrganizations, organizationsOf } from './queries.ts'
import { viewInvitation, viewMember, viewOrganization } from './view.ts'

type Organizations = Contract['organizations']
type Users = Contract['users']

export const listOrganizations: Query<Organizations['listOrganizations']> = async (
  reader,
  caller,
  { q, page },
) => {
  const rows = await foundOrganizations(reader, caller, q, page)
  return pageOf(rows, page, viewOrganization, (row) => [row.handle])
}

export const listMyOrganizations: Query<Users['listMyOrganizations']> = async (reader, caller, { page }) => {
  const rows = await organizationsOf(reader, caller, page)
  return pageOf(rows, page, viewOrganization, (row) => [row.handle])
}

export const listMembers: Query<Organizations['listMembers']> = async (reader, caller, { id, page }) => {
  const organization = await readOrganizationFor(reader, caller, id, 'readMembers')
  const rows = await membersOf(reader, organization.id, page)
  return pageOf(rows, page, viewMember, (row) => [row.created_at.toISOString(), row.user_id])
}

export const listInvitations: Query<Organizations['listInvitations']> = async (
  reader,
  caller,
  { id, page },
) => {
  const organization = await readOrganizationFor(reader, caller, id, 'manage')
  const rows = await invitationsOf(reader, organization.id, page)
  return pageOf(
    rows,
    page,
    (row) => viewInvitation(row, reader.now),
    (row) => [row.id],
  )
}

export const listMyInvitations: Query<Users['listMyInvitations']> = async (reader, caller, { page }) => {
  const rows = await openInvitationsTo(reader, caller.userId, page)
  return pageOf(
    rows,
    page,
    (row) => viewInvitation(row, reader.now),
    (row) => [row.id],
  )
}

/** Members see all assigned agents with their private parts, other callers the public ones. */
export const listAssignedAgents: Query<Organizations['listAssignedAgents']> = async (
  reader,
  caller,
  { id, page },
) => {
  const organization = found(await findOrganization(reader, caller, id), 'organization')
  const audience = organization.role === null ? 'public' : 'insider'
  const rows = await agentsAssignedTo(reader, organization.id, audience, page)
  return pageOf(
    rows,
    page,
    (row) => viewAgent(row, { audience, origin: reader.settings.origin }),
    (row) => [row.id],
  )
}
