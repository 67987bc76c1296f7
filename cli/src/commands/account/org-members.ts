/** Members and invitations of an organization. */
import type { Invitation, Member, Role } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { CliError } from '../../engine/errors.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, required, text } from '../../engine/params.ts'
import { at, id, message, page, resource, state, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { organizationArgument, organizationId } from './org-id.ts'

const memberFields: Fields<Member> = {
  user: ({ user }) => id(user.id),
  name: ({ user }) => user.displayName,
  role: ({ role }) => role,
  since: ({ joinedAt }) => at(joinedAt),
}

const invitationFields: Fields<Invitation> = {
  id: (invitation) => id(invitation.id),
  organization: ({ organization }) => organization.handle,
  invited: ({ email, userId }) => email ?? userId,
  role: ({ role }) => role,
  state: (invitation) => state(invitation.state),
  expires: ({ expiresAt }) => at(expiresAt),
  by: ({ invitedBy }) => invitedBy.displayName,
}

const roles: readonly Role[] = ['owner', 'admin', 'finance', 'member']
const user = argument('User ID')
const role = required(choice('Role in the organization', roles))

const listMembers = command({
  name: 'list',
  summary: 'List the members of an organization',
  description: 'Requires membership.',
  operations: ['listMembers', 'getOrganizationByHandle'],
  args: { organization: organizationArgument },
  options: pageOptions,
  example: 'souk orgs members list acme-labs',
  run: async (context, { organization, ...options }) =>
    fetchPage(
      context.client.organizations.listMembers,
      { id: await organizationId(context, organization) },
      options,
    ),
  render: page(memberFields, 'No members.'),
})

const addMember = command({
  name: 'add',
  summary: 'Invite a user to an organization',
  description: 'Requires the role owner or admin. The user becomes a member by accepting the invitation.',
  operations: ['addMember', 'getOrganizationByHandle'],
  args: { organization: organizationArgument, user },
  options: { role },
  example: 'souk orgs members add acme-labs usr_01kd3v9m2hf3v8q6w1x5r7t0yz --role member',
  run: async (context, { organization, user: userId, role: newRole }) =>
    context.client.organizations.addMember({
      id: await organizationId(context, organization),
      userId,
      role: newRole,
    }),
  render: resource('invitation', invitationFields, 'Invited user.'),
})

const setRole = command({
  name: 'set-role',
  summary: 'Update the role of a member',
  description: 'Requires the role owner or admin.',
  operations: ['updateMember', 'getOrganizationByHandle'],
  args: { organization: organizationArgument, user },
  options: { role },
  example: 'souk orgs members set-role acme-labs usr_01kd3v9m2hf3v8q6w1x5r7t0yz --role finance',
  run: async (context, { organization, user: userId, role: newRole }) =>
    context.client.organizations.updateMember({
      id: await organizationId(context, organization),
      userId,
      role: newRole,
    }),
  render: resource('member', memberFields, 'Updated role.'),
})

const removeMember = command({
  name: 'remove',
  summary: 'Remove a member, or leave an organization',
  description: 'Removing another member requires the role owner or admin.',
  operations: ['removeMember', 'getOrganizationByHandle'],
  args: { organization: organizationArgument, user },
  example: 'souk orgs members remove acme-labs usr_01kd3v9m2hf3v8q6w1x5r7t0yz',
  confirm: ({ organization, user: userId }) => `Remove ${userId} from ${organization}?`,
  run: async (context, { organization, user: userId }) =>
    context.client.organizations.removeMember({ id: await organizationId(context, organization), userId }),
  render: message('Removed member.'),
})

const listInvitations = command({
  name: 'list',
  summary: 'List the invitations of an organization, or your own',
  description: 'The invitations of an organization require the role owner or admin.',
  operations: ['listInvitations', 'listMyInvitations', 'getOrganizationByHandle'],
  args: { organization: text('Handle or ID of the organization; omit to list your own invitations') },
  options: pageOptions,
  example: 'souk orgs invitations list acme-labs',
  run: async (context, { organization, ...options }) =>
    organization === undefined
      ? fetchPage(context.client.users.listMyInvitations, {}, options)
      : fetchPage(
          context.client.organizations.listInvitations,
          { id: await organizationId(context, organization) },
          options,
        ),
  render: page(invitationFields, 'No pending invitations.'),
})

const invite = command({
  name: 'create',
  summary: 'Invite a person by email address or user ID',
  description: 'Requires the role owner or admin.',
  operations: ['inviteMember', 'getOrganizationByHandle'],
  args: { organization: organizationArgument },
  options: { email: text('Email address to invite', 'address'), user: text('User ID to invite', 'id'), role },
  example: 'souk orgs invitations create acme-labs --email grace@example.com --role member',
  run: async (context, { organization, email, user: userId, role: newRole }) => {
    if ((email === undefined) === (userId === undefined)) {
      throw new CliError('usage', 'Exactly one of --email and --user is required.', 'Add --email or --user.')
    }
    return context.client.organizations.inviteMember({
      id: await organizationId(context, organization),
      role: newRole,
      ...omitUndefined({ email, userId }),
    })
  },
  render: resource('invitation', invitationFields, 'Sent invitation.'),
})

const withdraw = command({
  name: 'withdraw',
  summary: 'Withdraw a pending invitation',
  description: 'Requires the role owner or admin.',
  operations: ['withdrawInvitation', 'getOrganizationByHandle'],
  args: { organization: organizationArgument, invitation: argument('Invitation ID') },
  example: 'souk orgs invitations withdraw acme-labs inv_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: async (context, { organization, invitation: invitationId }) =>
    context.client.organizations.withdrawInvitation({
      id: await organizationId(context, organization),
      invitationId,
    }),
  render: message('Withdrew invitation.'),
})

const answer = command({
  name: 'answer',
  summary: 'Accept or decline an invitation',
  operations: ['respondToInvitation'],
  args: {
    invitation: argument('Invitation ID'),
    answer: required(choice('Your answer: accept or decline', ['accept', 'decline'])),
  },
  example: 'souk orgs invitations answer inv_01kd3v9m2hf3v8q6w1x5r7t0yz accept',
  run: ({ client }, { invitation: invitationId, answer: decision }) =>
    client.users.respondToInvitation({ invitationId, accept: decision === 'accept' }),
  render: resource('invitation', invitationFields, 'Answered invitation.'),
})

export const members: CommandGroup = {
  name: 'members',
  summary: 'Manage the members of an organization',
  commands: [listMembers, addMember, setRole, removeMember],
}

export const invitations: CommandGroup = {
  name: 'invitations',
  summary: 'Manage invitations to organizations',
  commands: [listInvitations, invite, withdraw, answer],
}
