import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { Agent } from '../../shapes/agents/agent.ts'
import { ArchiveBlocker, ArchivedAgent } from '../../shapes/accounts/archive.ts'
import { Done, field, reference } from '../../shapes/common.ts'

const agentPath = Type.Object({ agentId: reference('Agent ID or handle.') })

/** Operations on archived agents; part of the `users` group. */
export const archiveRoutes = {
  checkArchive: route({
    method: 'GET',
    path: '/users/me/agents/{agentId}/archive-check',
    surface: 'platform',
    auth: 'user',
    params: agentPath,
    reply: Type.Object({
      blockers: Type.Array(ArchiveBlocker, { description: 'Reasons that prevent archiving.' }),
    }),
    errors: ['forbidden', 'not-found'],
    summary: 'Check whether an agent can be archived',
    description:
      'Returns the reasons that prevent archiving an agent that the caller owns; an empty list means that it can be archived.',
    example: { params: { agentId: 'ada-translates' } },
  }),
  listArchivedAgents: list({
    path: '/users/me/archived-agents',
    surface: 'platform',
    auth: 'user',
    item: ArchivedAgent,
    errors: [],
    summary: 'List archived agents',
    description: 'Returns the archived agents of the caller, with the funds received after archiving.',
    example: {},
  }),
  restoreMyAgent: route({
    method: 'POST',
    path: '/users/me/agents/{agentId}/restore',
    surface: 'platform',
    auth: 'user',
    params: agentPath,
    reply: Type.Object({ agent: field(Agent, 'The restored agent.') }),
    errors: ['conflict', 'gone', 'not-found'],
    summary: 'Restore an archived agent',
    description:
      'Restores an agent within 30 days after archiving. Keys, links and the organization are not restored; funds received after archiving are kept.',
    example: { params: { agentId: 'ada-translates' } },
  }),
  moveArchivedFunds: route({
    method: 'POST',
    path: '/users/me/agents/{agentId}/move-funds',
    surface: 'platform',
    auth: 'user',
    params: agentPath,
    body: Type.Object({ to: reference('ID or handle of another agent of the same owner.') }, closed),
    reply: Done,
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Move funds of an archived agent',
    description:
      'Moves money that arrived after archiving, such as a returned payout, a failed refund or a won chargeback, to another agent of the owner. There is no time limit.',
    example: { params: { agentId: 'ada-translates' }, body: { to: 'ada-writes' } },
  }),
}
