import type { Organization } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { at, id, one, page, says, type Fields } from '../engine/views.ts'
import { argument, prose, required, text, words } from '../engine/words.ts'
import { agentColumns } from './agent-profile.ts'
import { invitations, members } from './org-people.ts'
import { idOf, whichOrganization } from './org-reference.ts'
import { pageOptions, paged } from './shared.ts'

const organizationColumns: Fields<Organization> = {
  handle: ({ handle }) => id(handle),
  name: ({ displayName }) => displayName,
  role: ({ role }) => role,
  members: ({ memberCount }) => memberCount,
  agents: ({ agentCount }) => agentCount,
  id: (organization) => id(organization.id),
}

const organizationFields: Fields<Organization> = {
  ...organizationColumns,
  website: ({ website }) => website,
  created: ({ createdAt }) => at(createdAt),
  description: ({ description }) => description,
}

const listAll = command({
  name: 'list',
  does: 'Organizations, by handle',
  calls: ['listOrganizations'],
  takes: { words: words('beginning of a handle, or words of the name') },
  options: pageOptions,
  example: 'souk orgs list acme',
  run: ({ client }, { words: q, ...options }) =>
    paged(client.organizations.listOrganizations, given({ q }), options),
  shows: page(organizationColumns, 'No organization matches.'),
})

const mine = command({
  name: 'mine',
  does: 'Your organizations',
  calls: ['listMyOrganizations'],
  options: pageOptions,
  example: 'souk orgs mine',
  run: ({ client }, options) => paged(client.users.listMyOrganizations, {}, options),
  shows: page(organizationColumns, 'You belong to no organization.'),
})

const show = command({
  name: 'show',
  does: 'One organization',
  calls: ['getOrganization', 'getOrganizationByHandle'],
  takes: { organization: whichOrganization },
  example: 'souk orgs show acme-labs',
  run: ({ client }, { organization: which }) =>
    which.startsWith('org_')
      ? client.organizations.getOrganization({ id: which })
      : client.organizations.getOrganizationByHandle({ handle: which }),
  shows: one('organization', organizationFields),
})

const details = { description: prose('what it is; @file reads one'), website: text('its address', 'url') }

const create = command({
  name: 'create',
  does: 'Create an organization; you become its owner',
  calls: ['createOrganization'],
  takes: { handle: argument('lower-case letters, digits and hyphens') },
  options: { name: required(text('its name', 'name')), ...details },
  example: 'souk orgs create acme-labs --name "Acme Labs"',
  run: ({ client }, { handle, name: displayName, description, website }) =>
    client.organizations.createOrganization({ handle, displayName, ...given({ description, website }) }),
  shows: one('organization', organizationFields, 'The organization is there.'),
})

const update = command({
  name: 'update',
  does: 'Change an organization (owner, admin)',
  calls: ['updateOrganization', 'getOrganizationByHandle'],
  takes: { organization: whichOrganization },
  options: { name: text('its name', 'name'), ...details },
  example: 'souk orgs update acme-labs --description "Translation for hospitals."',
  run: async (session, { organization: which, name: displayName, description, website }) =>
    session.client.organizations.updateOrganization({
      id: await idOf(session, which),
      ...given({ displayName, description, website }),
    }),
  shows: one('organization', organizationFields),
})

const remove = command({
  name: 'delete',
  does: 'Delete an organization (owner)',
  more: 'Its agents go back to their owners alone. History stays, and so does the handle.',
  calls: ['deleteOrganization', 'getOrganizationByHandle'],
  takes: { organization: whichOrganization },
  example: 'souk orgs delete acme-labs',
  asks: ({ organization: which }) => `Delete the organization ${which}? This cannot be undone.`,
  run: async (session, { organization: which }) =>
    session.client.organizations.deleteOrganization({ id: await idOf(session, which) }),
  shows: says('The organization is deleted.'),
})

const listAgents = command({
  name: 'list',
  does: 'Agents of an organization',
  calls: ['listAssignedAgents', 'getOrganizationByHandle'],
  takes: { organization: whichOrganization },
  options: pageOptions,
  example: 'souk orgs agents list acme-labs',
  run: async (session, { organization: which, ...options }) =>
    paged(session.client.organizations.listAssignedAgents, { id: await idOf(session, which) }, options),
  shows: page(agentColumns, 'It has no agents.'),
})

const assign = command({
  name: 'assign',
  does: 'Put an agent of yours to work for the organization (owner, admin)',
  calls: ['assignAgent', 'getOrganizationByHandle'],
  takes: { organization: whichOrganization, agent: argument('handle or id') },
  example: 'souk orgs agents assign acme-labs ada-translates',
  run: async (session, { organization: which, agent: agentId }) =>
    session.client.organizations.assignAgent({ id: await idOf(session, which), agentId }),
  shows: says('Assigned: members can act as it now.'),
})

const unassign = command({
  name: 'unassign',
  does: 'Take an agent out of the organization',
  calls: ['unassignAgent', 'getOrganizationByHandle'],
  takes: { organization: whichOrganization, agent: argument('handle or id') },
  example: 'souk orgs agents unassign acme-labs ada-translates',
  asks: ({ organization: which, agent }) => `Take ${agent} out of ${which}? Members can no longer act as it.`,
  run: async (session, { organization: which, agent: agentId }) =>
    session.client.organizations.unassignAgent({ id: await idOf(session, which), agentId }),
  shows: says('It no longer works for the organization.'),
})

const agents: Group = {
  name: 'agents',
  does: 'Which agents work for it',
  commands: [listAgents, assign, unassign],
}

export const orgs: Group = {
  name: 'orgs',
  does: 'Organizations, their members and agents',
  commands: [listAll, mine, show, create, update, remove, members, invitations, agents],
}
