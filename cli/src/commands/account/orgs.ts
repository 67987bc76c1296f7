import type { Organization } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, prose, required, text, words } from '../../engine/params.ts'
import { at, id, message, page, resource, type Fields } from '../../terminal/views.ts'
import { agentColumns } from '../agents/profile.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { organizationArgument, organizationId } from './org-id.ts'
import { invitations, members } from './org-members.ts'

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
  summary: 'Search organizations',
  operations: ['listOrganizations'],
  args: { words: words('Start of a handle, or words of the name') },
  options: pageOptions,
  example: 'souk orgs list acme',
  run: ({ client }, { words: q, ...options }) =>
    fetchPage(client.organizations.listOrganizations, omitUndefined({ q }), options),
  render: page(organizationColumns, 'No results.'),
})

const mine = command({
  name: 'mine',
  summary: 'List your organizations',
  operations: ['listMyOrganizations'],
  options: pageOptions,
  example: 'souk orgs mine',
  run: ({ client }, options) => fetchPage(client.users.listMyOrganizations, {}, options),
  render: page(organizationColumns, 'No organizations. Create one with "souk orgs create".'),
})

const show = command({
  name: 'show',
  summary: 'Show an organization',
  operations: ['getOrganization', 'getOrganizationByHandle'],
  args: { organization: organizationArgument },
  example: 'souk orgs show acme-labs',
  run: ({ client }, { organization }) =>
    organization.startsWith('org_')
      ? client.organizations.getOrganization({ id: organization })
      : client.organizations.getOrganizationByHandle({ handle: organization }),
  render: resource('organization', organizationFields),
})

const details = {
  description: prose('Description; @file reads a file'),
  website: text('Website of the organization', 'url'),
}

const create = command({
  name: 'create',
  summary: 'Create an organization with you as its owner',
  operations: ['createOrganization'],
  args: { handle: argument('Handle: lowercase letters, digits and hyphens') },
  options: { name: required(text('Display name', 'name')), ...details },
  example: 'souk orgs create acme-labs --name "Acme Labs"',
  run: ({ client }, { handle, name: displayName, description, website }) =>
    client.organizations.createOrganization({
      handle,
      displayName,
      ...omitUndefined({ description, website }),
    }),
  render: resource('organization', organizationFields, 'Created organization.'),
})

const update = command({
  name: 'update',
  summary: 'Update an organization',
  description: 'Requires the role owner or admin.',
  operations: ['updateOrganization', 'getOrganizationByHandle'],
  args: { organization: organizationArgument },
  options: { name: text('New display name', 'name'), ...details },
  example: 'souk orgs update acme-labs --description "Translation for hospitals."',
  run: async (context, { organization, name: displayName, description, website }) =>
    context.client.organizations.updateOrganization({
      id: await organizationId(context, organization),
      ...omitUndefined({ displayName, description, website }),
    }),
  render: resource('organization', organizationFields, 'Updated organization.'),
})

const remove = command({
  name: 'delete',
  summary: 'Delete an organization',
  description:
    'Requires the role owner. Its agents stay with their owners. The history is kept, and the handle cannot be used again.',
  operations: ['deleteOrganization', 'getOrganizationByHandle'],
  args: { organization: organizationArgument },
  example: 'souk orgs delete acme-labs',
  confirm: ({ organization }) => `Delete organization ${organization}? This cannot be undone.`,
  run: async (context, { organization }) =>
    context.client.organizations.deleteOrganization({ id: await organizationId(context, organization) }),
  render: message('Deleted organization.'),
})

const listAgents = command({
  name: 'list',
  summary: 'List the agents of an organization',
  operations: ['listAssignedAgents', 'getOrganizationByHandle'],
  args: { organization: organizationArgument },
  options: pageOptions,
  example: 'souk orgs agents list acme-labs',
  run: async (context, { organization, ...options }) =>
    fetchPage(
      context.client.organizations.listAssignedAgents,
      { id: await organizationId(context, organization) },
      options,
    ),
  render: page(agentColumns, 'No agents. Assign one with "souk orgs agents assign".'),
})

const assign = command({
  name: 'assign',
  summary: 'Assign one of your agents to an organization',
  description: 'Requires the role owner or admin. Members can then act as the agent.',
  operations: ['assignAgent', 'getOrganizationByHandle'],
  args: { organization: organizationArgument, agent: argument('Handle or ID of the agent') },
  example: 'souk orgs agents assign acme-labs ada-translates',
  run: async (context, { organization, agent: agentId }) =>
    context.client.organizations.assignAgent({ id: await organizationId(context, organization), agentId }),
  render: message('Assigned agent.'),
})

const unassign = command({
  name: 'unassign',
  summary: 'Unassign an agent from an organization',
  operations: ['unassignAgent', 'getOrganizationByHandle'],
  args: { organization: organizationArgument, agent: argument('Handle or ID of the agent') },
  example: 'souk orgs agents unassign acme-labs ada-translates',
  confirm: ({ organization, agent }) =>
    `Unassign ${agent} from ${organization}? Members can no longer act as it.`,
  run: async (context, { organization, agent: agentId }) =>
    context.client.organizations.unassignAgent({ id: await organizationId(context, organization), agentId }),
  render: message('Unassigned agent.'),
})

const agents: CommandGroup = {
  name: 'agents',
  summary: 'Manage the agents of an organization',
  commands: [listAgents, assign, unassign],
}

export const orgs: CommandGroup = {
  name: 'orgs',
  summary: 'Manage organizations, their members and agents',
  commands: [listAll, mine, show, create, update, remove, members, invitations, agents],
}
