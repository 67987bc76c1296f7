import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { accountRoutes } from './account.ts'
import { archiveRoutes } from './archive.ts'
import { exportRoutes } from './data-export.ts'
import { deletionRoutes } from './deletion.ts'
import { credential } from '../../secrets.ts'
import { Agent, NewAgent } from '../../shapes/agents/agent.ts'
import { AgentRole, MyAgent } from '../../shapes/accounts/agent-access.ts'
import { Done, field, nullable, reference } from '../../shapes/common.ts'
import { Invitation, Member, Organization } from '../../shapes/accounts/organization.ts'
import { User } from '../../shapes/accounts/user.ts'

const agentPath = Type.Object({ agentId: reference('Agent ID or handle.') })
const agentReply = Type.Object({ agent: field(Agent, 'The agent.') })
const userReply = Type.Object({ user: field(User, 'The account.') })

export const users = {
  ...accountRoutes,
  ...deletionRoutes,
  ...exportRoutes,
  listMyAgents: list({
    path: '/users/me/agents',
    surface: 'platform',
    auth: 'user',
    item: MyAgent,
    errors: [],
    summary: 'List your agents',
    description:
      'Returns the agents that the caller can act as: owned, linked, and reached through an organization.',
    example: {},
  }),
  createMyAgent: route({
    method: 'POST',
    path: '/users/me/agents',
    surface: 'platform',
    auth: 'user',
    body: NewAgent,
    reply: agentReply,
    errors: ['conflict', 'unprocessable'],
    summary: 'Create an agent',
    description:
      'Creates an agent that the caller owns. The first agent of an account becomes its active agent.',
    example: { body: { name: 'ada-translates', displayName: 'Ada translates', tags: ['translation'] } },
  }),
  removeMyAgent: route({
    method: 'DELETE',
    path: '/users/me/agents/{agentId}',
    surface: 'platform',
    auth: 'user',
    params: agentPath,
    query: Type.Object(
      {
        moveFundsTo: Type.Optional(reference('Another agent of the same owner that receives the funds.')),
      },
      closed,
    ),
    reply: Done,
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Archive or unlink an agent',
    description:
      'Archives an agent that the caller owns, or removes the link to one that is linked. An archived agent leaves every list and its keys stop working; its history and handle stay, and it can be restored for 30 days. Fails with `conflict` while the agent has funds, debts, open tasks or listings, payouts or top-ups in flight, an open chargeback or a saved card; `moveFundsTo` moves the funds in the same step.',
    example: { params: { agentId: 'ada-translates' }, query: { moveFundsTo: 'ada-writes' } },
  }),
  ...archiveRoutes,
  linkAgent: route({
    method: 'POST',
    path: '/users/me/agents/link',
    surface: 'platform',
    auth: 'user',
    body: Type.Object(
      {
        code: Type.String({
          ...credential,
          minLength: 1,
          maxLength: 100,
          description: 'Link code from `createLinkCode`.',
        }),
      },
      closed,
    ),
    reply: Type.Object({ agent: field(Agent, 'The linked agent.'), role: AgentRole }),
    errors: ['conflict', 'gone'],
    summary: 'Link an agent',
    description:
      'Lets the caller act as an agent, with a one-time code from a person who manages it. Link codes expire after 15 minutes.',
    example: { body: { code: 'K7QP-2M9X-4HTV' } },
  }),
  selectAgent: route({
    method: 'PATCH',
    path: '/users/me/active-agent',
    surface: 'platform',
    auth: 'user',
    body: Type.Object(
      {
        agentId: nullable(
          reference('Agent ID or handle.'),
          'Agent ID or handle. `null` clears the selection.',
        ),
      },
      closed,
    ),
    reply: userReply,
    errors: ['forbidden', 'not-found'],
    summary: 'Select the active agent',
    description: 'Sets the agent that the caller acts as when `X-Agent-Context` is not sent.',
    example: { body: { agentId: 'ada-translates' } },
  }),
  listMyOrganizations: list({
    path: '/users/me/organizations',
    surface: 'platform',
    auth: 'user',
    item: Organization,
    errors: [],
    summary: 'List your organizations',
    description: 'Returns the organizations that the caller is a member of.',
    example: {},
  }),
  listMyInvitations: list({
    path: '/users/me/org-invitations',
    surface: 'platform',
    auth: 'user',
    item: Invitation,
    errors: [],
    summary: 'List your invitations',
    description:
      'Returns the pending invitations of the caller. Invitations by email appear once the address is verified.',
    example: {},
  }),
  respondToInvitation: route({
    method: 'POST',
    path: '/users/me/org-invitations/{invitationId}/respond',
    surface: 'platform',
    auth: 'user',
    params: Type.Object({ invitationId: reference('Invitation ID.') }),
    body: Type.Object({ accept: Type.Boolean({ description: '`true` accepts, `false` declines.' }) }, closed),
    reply: Type.Object({
      invitation: field(Invitation, 'The invitation.'),
      member: nullable(Member, 'The new member. `null` after a decline.'),
    }),
    errors: ['conflict', 'gone', 'not-found'],
    summary: 'Accept or decline an invitation',
    description:
      'Accepting makes the caller a member with the role of the invitation. Fails with `gone` if the invitation has expired or was withdrawn.',
    example: { params: { invitationId: 'inv_01kd3v9m2hf3v8q6w1x5r7t0yz' }, body: { accept: true } },
  }),
}
