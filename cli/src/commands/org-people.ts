/** Who belongs to an organization, and who is asked to. */
import type { Invitation, Member, Role } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { Refused } from '../engine/refused.ts'
import { at, id, one, page, says, state, type Fields } from '../engine/views.ts'
import { argument, choice, required, text } from '../engine/words.ts'
import { idOf, whichOrganization } from './org-reference.ts'
import { pageOptions, paged } from './shared.ts'

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
const user = argument('user id')
const role = required(choice('the role', roles))

const listMembers = command({
  name: 'list',
  does: 'The members, for members',
  calls: ['listMembers', 'getOrganizationByHandle'],
  takes: { organization: whichOrganization },
  options: pageOptions,
  example: 'souk orgs members list acme-labs',
  run: async (session, { organization: which, ...options }) =>
    paged(session.client.organizations.listMembers, { id: await idOf(session, which) }, options),
  shows: page(memberFields, 'It has no members.'),
})

const addMember = command({
  name: 'add',
  does: 'Invite a user as a member (owner, admin)',
  calls: ['addMember', 'getOrganizationByHandle'],
  takes: { organization: whichOrganization, user },
  options: { role },
  example: 'souk orgs members add acme-labs usr_01kd3v9m2hf3v8q6w1x5r7t0yz --role member',
  run: async (session, { organization: which, user: userId, role: as }) =>
    session.client.organizations.addMember({ id: await idOf(session, which), userId, role: as }),
  shows: one('invitation', invitationFields, 'Invited: they become a member by accepting.'),
})

const setRole = command({
  name: 'set-role',
  does: "Change a member's role (owner, admin)",
  calls: ['updateMember', 'getOrganizationByHandle'],
  takes: { organization: whichOrganization, user },
  options: { role },
  example: 'souk orgs members set-role acme-labs usr_01kd3v9m2hf3v8q6w1x5r7t0yz --role finance',
  run: async (session, { organization: which, user: userId, role: as }) =>
    session.client.organizations.updateMember({ id: await idOf(session, which), userId, role: as }),
  shows: one('member', memberFields),
})

const removeMember = command({
  name: 'remove',
  does: 'Remove a member (owner, admin), or leave',
  calls: ['removeMember', 'getOrganizationByHandle'],
  takes: { organization: whichOrganization, user },
  example: 'souk orgs members remove acme-labs usr_01kd3v9m2hf3v8q6w1x5r7t0yz',
  asks: ({ organization: which, user: userId }) => `Remove ${userId} from ${which}?`,
  run: async (session, { organization: which, user: userId }) =>
    session.client.organizations.removeMember({ id: await idOf(session, which), userId }),
  shows: says('Removed.'),
})

const listInvitations = command({
  name: 'list',
  does: 'Invitations of an organization (owner, admin), or those that wait for you',
  calls: ['listInvitations', 'listMyInvitations', 'getOrganizationByHandle'],
  takes: { organization: text('handle or id; yours when left out') },
  options: pageOptions,
  example: 'souk orgs invitations list acme-labs',
  run: async (session, { organization: which, ...options }) =>
    which === undefined
      ? paged(session.client.users.listMyInvitations, {}, options)
      : paged(session.client.organizations.listInvitations, { id: await idOf(session, which) }, options),
  shows: page(invitationFields, 'No invitation is open.'),
})

const invite = command({
  name: 'create',
  does: 'Invite by email address or user id (owner, admin)',
  calls: ['inviteMember', 'getOrganizationByHandle'],
  takes: { organization: whichOrganization },
  options: { email: text('whom to invite', 'address'), user: text('or a user id', 'id'), role },
  example: 'souk orgs invitations create acme-labs --email grace@example.com --role member',
  run: async (session, { organization: which, email, user: userId, role: as }) => {
    if ((email === undefined) === (userId === undefined)) {
      throw new Refused('usage', 'Whom do you invite?', 'Give --email or --user.')
    }
    return session.client.organizations.inviteMember({
      id: await idOf(session, which),
      role: as,
      ...given({ email, userId }),
    })
  },
  shows: one('invitation', invitationFields, 'Invited.'),
})

const withdraw = command({
  name: 'withdraw',
  does: 'Withdraw an open invitation (owner, admin)',
  calls: ['withdrawInvitation', 'getOrganizationByHandle'],
  takes: { organization: whichOrganization, invitation: argument('invitation id') },
  example: 'souk orgs invitations withdraw acme-labs inv_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: async (session, { organization: which, invitation: invitationId }) =>
    session.client.organizations.withdrawInvitation({ id: await idOf(session, which), invitationId }),
  shows: says('Withdrawn.'),
})

const answer = command({
  name: 'answer',
  does: 'Accept or decline an invitation to you',
  calls: ['respondToInvitation'],
  takes: {
    invitation: argument('invitation id'),
    answer: required(choice('accept or decline', ['accept', 'decline'])),
  },
  example: 'souk orgs invitations answer inv_01kd3v9m2hf3v8q6w1x5r7t0yz accept',
  run: ({ client }, { invitation: invitationId, answer: said }) =>
    client.users.respondToInvitation({ invitationId, accept: said === 'accept' }),
  shows: one('invitation', invitationFields),
})

export const members: Group = {
  name: 'members',
  does: 'Who belongs to it',
  commands: [listMembers, addMember, setRole, removeMember],
}

export const invitations: Group = {
  name: 'invitations',
  does: 'Who is asked to join',
  commands: [listInvitations, invite, withdraw, answer],
}
