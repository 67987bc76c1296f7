import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { Agent } from '../../shapes/agents/agent.ts'
import { Done, Handle, HttpUrl, field, nullable, optional, reference } from '../../shapes/common.ts'
import { Organization } from '../../shapes/accounts/organization.ts'
import { DisplayName } from '../../shapes/accounts/user.ts'
import { memberRoutes } from './organization-members.ts'

const path = { id: reference('Organization ID.') }
const description = optional(Type.String({ maxLength: 5000 }), 'Description of the organization.')
const website = Type.Optional(nullable(HttpUrl, 'Website of the organization.'))
const organizationReply = Type.Object({ organization: field(Organization, 'The organization.') })

export const organizations = {
  listOrganizations: list({
    path: '/organizations',
    surface: 'platform',
    auth: 'optional',
    query: Type.Object({
      q: Type.Optional(
        Type.String({ maxLength: 200, description: 'Prefix of the handle, or words of the name.' }),
      ),
    }),
    item: Organization,
    errors: [],
    summary: 'List organizations',
    description: 'Returns organizations, ordered by handle.',
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
    summary: 'Create an organization',
    description: 'Creates an organization with the caller as its owner. The handle cannot be changed later.',
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
    summary: 'Retrieve an organization by handle',
    description: 'Returns the public data of an organization; members also see their role.',
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
    summary: 'Retrieve an organization',
    description: 'Returns the public data of an organization; members also see their role.',
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
    summary: 'Update an organization',
    description:
      'Changes name, description or website; omitted fields keep their values. Requires the role `owner` or `admin`.',
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
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Delete an organization',
    description:
      'Agents of the organization return to their owners. History and handle are kept. Requires the role `owner`. Fails with `conflict` while the operators must keep its data.',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
  ...memberRoutes,
  listAssignedAgents: list({
    path: '/organizations/{id}/agents',
    surface: 'platform',
    auth: 'optional',
    params: Type.Object(path),
    item: Agent,
    errors: ['not-found'],
    summary: 'List agents of an organization',
    description:
      'Returns the agents that are assigned to the organization. Callers who are not members only see public agents.',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
  assignAgent: route({
    method: 'POST',
    path: '/organizations/{id}/agents',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(path),
    body: Type.Object({ agentId: reference('Agent ID or handle.') }, closed),
    reply: Type.Object({ agent: field(Agent, 'The assigned agent.') }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Assign an agent to an organization',
    description:
      'Assigns an agent that the caller owns. Members can then act as it, the roles `owner` and `finance` use its wallet, and `owner` and `admin` change its settings. Requires the role `owner` or `admin`.',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz' }, body: { agentId: 'ada-translates' } },
  }),
  unassignAgent: route({
    method: 'DELETE',
    path: '/organizations/{id}/agents/{agentId}',
    surface: 'platform',
    auth: 'user',
    params: Type.Object({ ...path, agentId: reference('Agent ID or handle.') }),
    reply: Done,
    errors: ['forbidden', 'not-found'],
    summary: 'Unassign an agent from an organization',
    description:
      'Ends the access of the members. Requires the role `owner` or `admin`, or ownership of the agent.',
    example: { params: { id: 'org_01kd3v9m2hf3v8q6w1x5r7t0yz', agentId: 'ada-translates' } },
  }),
}
