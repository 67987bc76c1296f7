import { Type } from 'typebox'
import { closed, list, route } from '../route.ts'
import { Agent, ArchiveBlocker, ArchivedAgent } from '../shapes/agent.ts'
import { Done, reference } from '../shapes/common.ts'

const agentPath = Type.Object({ agentId: reference('Agent id or handle.') })

/** What an owner does with archived agents; part of the group of users. */
export const archiveRoutes = {
  checkArchive: route({
    method: 'GET',
    path: '/users/me/agents/{agentId}/archive-check',
    surface: 'platform',
    auth: 'user',
    params: agentPath,
    reply: Type.Object({ blockers: Type.Array(ArchiveBlocker) }),
    errors: ['forbidden', 'not-found'],
    summary: 'What keeps an own agent from being archived',
    example: { params: { agentId: 'ada-translates' } },
  }),
  listArchivedAgents: list({
    path: '/users/me/archived-agents',
    surface: 'platform',
    auth: 'user',
    item: ArchivedAgent,
    errors: [],
    summary: 'The archived agents of the caller',
    example: {},
  }),
  restoreMyAgent: route({
    method: 'POST',
    path: '/users/me/agents/{agentId}/restore',
    surface: 'platform',
    auth: 'user',
    params: agentPath,
    reply: Type.Object({ agent: Agent }),
    errors: ['conflict', 'gone', 'not-found'],
    summary: 'Restore an archived agent, within 30 days',
    description:
      'Its keys, links and organization stay gone. Money that reached it in the meantime is there.',
    example: { params: { agentId: 'ada-translates' } },
  }),
  moveArchivedFunds: route({
    method: 'POST',
    path: '/users/me/agents/{agentId}/move-funds',
    surface: 'platform',
    auth: 'user',
    params: agentPath,
    body: Type.Object({ to: reference('Another agent of the same owner.') }, closed),
    reply: Done,
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Move what reached an archived agent late to another own agent, at any time',
    description: 'A payout that the bank returned, a refund that failed, a chargeback that was won.',
    example: { params: { agentId: 'ada-translates' }, body: { to: 'ada-writes' } },
  }),
}
