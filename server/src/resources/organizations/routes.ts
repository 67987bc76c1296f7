import type { Contract } from 'souk-contract'
import { found } from '../../failure.ts'
import { read, write, type Handlers } from '../../operation.ts'
import { addMember } from './add-member.ts'
import { assignAgent } from './assign-agent.ts'
import { createOrganization } from './create-organization.ts'
import { deleteOrganization } from './delete-organization.ts'
import { inviteMember } from './invite-member.ts'
import { listAssignedAgents, listInvitations, listMembers, listOrganizations } from './lists.ts'
import { findOrganization, findOrganizationByHandle } from './queries.ts'
import { removeMember } from './remove-member.ts'
import { unassignAgent } from './unassign-agent.ts'
import { updateMember } from './update-member.ts'
import { updateOrganization } from './update-organization.ts'
import { viewOrganization } from './view.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

export const organizations: Handlers<Contract['organizations']> = {
  listOrganizations: read(listOrganizations),
  createOrganization: write(createOrganization),
  getOrganizationByHandle: read(async (reader, caller, { handle }) => ({
    organization: viewOrganization(
      found(await findOrganizationByHandle(reader, caller, handle), 'organization'),
    ),
  })),
  getOrganization: read(async (reader, caller, { id }) => ({
    organization: viewOrganization(found(await findOrganization(reader, caller, id), 'organization')),
  })),
  updateOrganization: write(updateOrganization),
  deleteOrganization: write(deleteOrganization),
  listMembers: read(listMembers),
  addMember: write(addMember),
  updateMember: write(updateMember),
  removeMember: write(removeMember),
  listInvitations: read(listInvitations),
  inviteMember: write(inviteMember),
  withdrawInvitation: write(withdrawInvitation),
  listAssignedAgents: read(listAssignedAgents),
  assignAgent: write(assignAgent),
  unassignAgent: write(unassignAgent),
}
