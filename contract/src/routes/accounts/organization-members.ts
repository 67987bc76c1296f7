import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { Done, Email, field, optional, reference } from '../../shapes/common.ts'
import { Invitation, Member, Role } from '../../shapes/accounts/organization.ts'

const path = { id: reference('Organization ID.') }
const member = { ...path, userId: reference('User ID.') }
const role = field(
  Role,
  'Role of the invited person. `admin` manages members and agents, `finance` uses wallets, `member` acts as assigned agents.',
)
const invitation = field(Invitation, 'The invitation.')
const memberReply = Type.Object({ member: field(Member, 'The member.') })

/** Members and invitations; part of the `organizations` group. */
export const memberRoutes = {
  listMembers: list({
    path: '/organizations/{id}/members',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(path),
    item: Member,
    errors: ['forbidden', 'not-found'],
    summary: 'List members of an organization',
    description: 'Returns the members of an organization. Only members can call it.',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
  addMember: route({
    method: 'POST',
    path: '/organizations/{id}/members',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(path),
    body: Type.Object({ userId: reference('ID of the user to invite.'), role }, closed),
    reply: Type.Object({
      state: Type.Literal('invited', { description: 'Always `invited`.' }),
      invitation,
    }),
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Invite a user as a member',
    description:
      'Creates an invitation; the user becomes a member by accepting it. Requires the role `owner` or `admin`. A role can only be given by a member who holds all of its rights.',
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
    body: Type.Object({ role: field(Role, 'New role of the member.') }, closed),
    reply: memberReply,
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Update the role of a member',
    description:
      'Requires the role `owner` or `admin`. A role can only be given or taken by a member who holds all of its rights. Keys that exceed the new role are disabled; the last owner cannot be demoted.',
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
    summary: 'Remove a member or leave',
    description:
      'Removing another member requires the role `owner` or `admin`; the last owner cannot leave. Agents that the member assigned leave with them, keys that they held on agents of the organization are disabled, and invitations that they sent are withdrawn.',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz', userId: 'usr_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
  listInvitations: list({
    path: '/organizations/{id}/invitations',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(path),
    item: Invitation,
    errors: ['forbidden', 'not-found'],
    summary: 'List invitations of an organization',
    description:
      'Returns the invitations of an organization, newest first. Requires the role `owner` or `admin`.',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
  inviteMember: route({
    method: 'POST',
    path: '/organizations/{id}/invitations',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(path),
    body: Type.Object(
      {
        email: optional(Email, 'Email address to invite.'),
        userId: Type.Optional(reference('ID of the user to invite.')),
        role,
      },
      closed,
    ),
    reply: Type.Object({ invitation }),
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Invite a person',
    description:
      'Invites a person by email address or user ID; send exactly one of `email` and `userId`. Invitations expire after 14 days. Requires the role `owner` or `admin`.',
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
    params: Type.Object({ ...path, invitationId: reference('Invitation ID.') }),
    reply: Done,
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Withdraw an invitation',
    description: 'Withdraws a pending invitation. Requires the role `owner` or `admin`.',
    example: {
      params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz', invitationId: 'inv_01kd3v9m2hf3v8q6w1x5r7t0yz' },
    },
  }),
}
