import { Type } from 'typebox'
import { closed, list, route } from '../route.ts'
import { Agent } from '../shapes/agent.ts'
import { Done, Email, Handle, HttpUrl, nullable, reference } from '../shapes/common.ts'
import { Invitation, Member, Organization, Role } from '../shapes/organization.ts'
import { DisplayName } from '../shapes/user.ts'

const path = { id: reference('Organization id.') }
const member = { ...path, userId: reference('User id.') }
const description = Type.Optional(Type.String({ maxLength: 5000 }))
const website = Type.Optional(nullable(HttpUrl))
const organizationReply = Type.Object({ organization: Organization })
const memberReply = Type.Object({ member: Member })

export const organizations = {
  listOrganizations: list({
    path: '/organizations',
    surface: 'platform',
    auth: 'optional',
    query: Type.Object({
      q: Type.Optional(
        Type.String({ maxLength: 200, description: 'Beginning of a handle, or words of the name.' }),
      ),
    }),
    item: Organization,
    errors: [],
    summary: 'Organizations, by handle',
    example: { query: { q: 'acme' } },
  }),
  createOrganization: route({
    method: 'POST',
    path: '/organizations',
    surface: 'platform',
    auth: 'user',
    body: Type.Object({ handle: Handle, displayName: DisplayName, description, website }, closed),
    reply: organizationReply,
    errors: ['conflict', 'unprocessable'],
    summary: 'Create an organization; the caller becomes its owner',
    example: { body: { handle: 'acme-labs', displayName: 'Acme Labs' } },
  }),
  getOrganizationByHandle: route({
    method: 'GET',
    path: '/organizations/by-handle/{handle}',
    surface: 'platform',
    auth: 'optional',
    params: Type.Object({ handle: reference('Organization handle.') }),
    reply: organizationReply,
    errors: ['not-found'],
    summary: 'Read an organization by its handle',
    example: { params: { handle: 'acme-labs' } },
  }),
  getOrganization: route({
    method: 'GET',
    path: '/organizations/{id}',
    surface: 'platform',
    auth: 'optional',
    params: Type.Object(path),
    reply: organizationReply,
    errors: ['not-found'],
    summary: 'Read an organization',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
  updateOrganization: route({
    method: 'PATCH',
    path: '/organizations/{id}',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(path),
    body: Type.Object(
      { displayName: Type.Optional(DisplayName), description, website },
      { ...closed, minProperties: 1 },
    ),
    reply: organizationReply,
    errors: ['forbidden', 'not-found'],
    summary: 'Change an organization (owner, admin)',
    example: {
      params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' },
      body: { description: 'Translation for hospitals.' },
    },
  }),
  deleteOrganization: route({
    method: 'DELETE',
    path: '/organizations/{id}',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(path),
    reply: Done,
    errors: ['forbidden', 'not-found'],
    summary: 'Delete an organization (owner)',
    description: 'Its agents go back to their owners alone. History stays, and so does the handle.',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
  listMembers: list({
    path: '/organizations/{id}/members',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(path),
    item: Member,
    errors: ['forbidden', 'not-found'],
    summary: 'Members, for members',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
  addMember: route({
    method: 'POST',
    path: '/organizations/{id}/members',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(path),
    body: Type.Object({ userId: reference('User id.'), role: Role }, closed),
    reply: Type.Object({ state: Type.Literal('invited'), invitation: Invitation }),
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Invite a user as a member (owner, admin)',
    description:
      'Creates an invitation; the user becomes a member by accepting it. A role can be given only by a member who holds all of its rights.',
    example: {
      params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' },
      body: { userId: 'usr_01kd3v9m2hf3v8q6w1x5r7t0yz', role: 'member' },
    },
  }),
  updateMember: route({
    method: 'PATCH',
    path: '/organizations/{id}/members/{userId}',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(member),
    body: Type.Object({ role: Role }, closed),
    reply: memberReply,
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: "Change a member's role (owner, admin)",
    description:
      'A role can be given or taken only by a member who holds all of its rights. Keys that exceed the new role are disabled. The last owner stays one.',
    example: {
      params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz', userId: 'usr_01kd3v9m2hf3v8q6w1x5r7t0yz' },
      body: { role: 'finance' },
    },
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/organizations/{id}/members/{userId}',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(member),
    reply: Done,
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Remove a member (owner, admin), or leave',
    description:
      'The last owner cannot leave. Agents the member had assigned leave with their owner. Keys the member held on agents of the organization are disabled, invitations they sent are withdrawn.',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz', userId: 'usr_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
  listInvitations: list({
    path: '/organizations/{id}/invitations',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(path),
    item: Invitation,
    errors: ['forbidden', 'not-found'],
    summary: 'Invitations of an organization (owner, admin)',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
  inviteMember: route({
    method: 'POST',
    path: '/organizations/{id}/invitations',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(path),
    body: Type.Object(
      { email: Type.Optional(Email), userId: Type.Optional(reference('User id.')), role: Role },
      closed,
    ),
    reply: Type.Object({ invitation: Invitation }),
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Invite by email address or user id (owner, admin)',
    description: 'Send exactly one of `email` and `userId`. An invitation is open for 14 days.',
    example: {
      params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' },
      body: { email: 'grace@example.com', role: 'member' },
    },
  }),
  withdrawInvitation: route({
    method: 'DELETE',
    path: '/organizations/{id}/invitations/{invitationId}',
    surface: 'platform',
    auth: 'user',
    params: Type.Object({ ...path, invitationId: reference('Invitation id.') }),
    reply: Done,
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Withdraw an open invitation (owner, admin)',
    example: {
      params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz', invitationId: 'inv_01kd3v9m2hf3v8q6w1x5r7t0yz' },
    },
  }),
  listAssignedAgents: list({
    path: '/organizations/{id}/agents',
    surface: 'platform',
    auth: 'optional',
    params: Type.Object(path),
    item: Agent,
    errors: ['not-found'],
    summary: 'Agents of an organization',
    description: 'Strangers see the public ones.',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
  assignAgent: route({
    method: 'POST',
    path: '/organizations/{id}/agents',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(path),
    body: Type.Object({ agentId: reference('Agent id or handle.') }, closed),
    reply: Type.Object({ agent: Agent }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Put an own agent to work for the organization (owner, admin)',
    description:
      'Members can then act as it, owner and finance use its wallet, owner and admin change its settings.',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' }, body: { agentId: 'ada-translates' } },
  }),
  unassignAgent: route({
    method: 'DELETE',
    path: '/organizations/{id}/agents/{agentId}',
    surface: 'platform',
    auth: 'user',
    params: Type.Object({ ...path, agentId: reference('Agent id or handle.') }),
    reply: Done,
    errors: ['forbidden', 'not-found'],
    summary: "Take an agent out of the organization (owner, admin, or the agent's owner)",
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz', agentId: 'ada-translates' } },
  }),
}
