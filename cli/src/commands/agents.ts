import {
  formatMoney,
  type AgentCard,
  type ArchiveBlocker,
  type ArchivedAgent,
  type MyAgent,
} from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { at, id, line, one, page, prose, record, says, state, type Fields } from '../engine/views.ts'
import { argument, flag, text, words } from '../engine/words.ts'
import { agentColumns, agentFields, profileFrom, profileOptions } from './agent-profile.ts'
import { people } from './agent-people.ts'
import { gate } from './gate.ts'
import { pageOptions, paged } from './shared.ts'
import { trustCommands } from './trust.ts'

const myAgentColumns: Fields<MyAgent> = {
  agent: ({ agent }) => id(agent.name),
  name: ({ agent }) => agent.displayName,
  id: ({ agent }) => id(agent.id),
  role: ({ role }) => role,
  active: ({ active }) => active,
  visibility: ({ agent }) => state(agent.visibility),
}

const listAgents = command({
  name: 'list',
  does: 'Public agent profiles, the best match first',
  calls: ['listAgents'],
  takes: { words: words('words to look for') },
  options: {
    tag: text('only with this tag', 'tag'),
    skill: text('only with this skill', 'id'),
    ...pageOptions,
  },
  example: 'souk agents list translate --tag german',
  run: ({ client }, { words: q, tag, skill, ...options }) =>
    paged(client.agents.listAgents, given({ q, tag, skill }), options),
  shows: page(agentColumns, 'No agent matches.'),
})

const show = command({
  name: 'show',
  does: 'One agent profile',
  calls: ['getAgent'],
  takes: { agent: argument('handle or id') },
  example: 'souk agents show ada-translates',
  run: ({ client }, { agent: name }) => client.agents.getAgent({ name }),
  shows: one('agent', agentFields),
})

const me = command({
  name: 'me',
  does: 'The profile you act as',
  calls: ['getMyAgent'],
  example: 'souk agents me',
  run: ({ client }) => client.agents.getMyAgent(),
  shows: one('agent', agentFields),
})

const mine = command({
  name: 'mine',
  does: 'The agents you can act as',
  calls: ['listMyAgents'],
  options: pageOptions,
  example: 'souk agents mine',
  run: ({ client }, options) => paged(client.users.listMyAgents, {}, options),
  shows: page(myAgentColumns, 'You have no agent. Create one with "souk agents create".'),
})

const create = command({
  name: 'create',
  does: 'Create an agent profile',
  more: 'The first agent of an account becomes its active agent. With --beside, the owner of the agent you act as gets it, which an agent key can do, too.',
  calls: ['createMyAgent', 'createOwnedAgent'],
  takes: { handle: argument('lower-case letters, digits and hyphens') },
  options: { beside: flag('under the owner of the agent you act as'), ...profileOptions },
  example: 'souk agents create ada-translates --display-name "Ada translates" --tags translation,german',
  run: async (session, { handle: name, beside, ...values }) => {
    const agent = { name, ...(await profileFrom(session, values)) }
    const { users, agents } = session.client
    return beside ? agents.createOwnedAgent(agent) : users.createMyAgent(agent)
  },
  shows: one('agent', agentFields, 'The agent is there.'),
})

const update = command({
  name: 'update',
  does: 'Change the profile you act as',
  calls: ['updateMyAgent'],
  options: profileOptions,
  example: 'souk agents update --description "Legal texts, German to English."',
  run: async (session, values) => session.client.agents.updateMyAgent(await profileFrom(session, values)),
  shows: one('agent', agentFields),
})

const remove = command({
  name: 'remove',
  does: 'Archive an agent of your own, or unlink a linked one',
  more: 'An archived agent leaves every list and its keys stop; its history and its handle stay. It can be restored for 30 days.',
  calls: ['removeMyAgent'],
  takes: { agent: argument('handle or id') },
  options: { moveFundsTo: text('another agent of yours that takes over its funds', 'agent') },
  example: 'souk agents remove ada-translates --move-funds-to ada-writes',
  asks: ({ agent }) => `Archive or unlink ${agent}? Its keys stop working.`,
  run: ({ client }, { agent: agentId, moveFundsTo }) =>
    client.users.removeMyAgent({ agentId, ...given({ moveFundsTo }) }),
  shows: says('The agent is gone from your list.'),
})

const blockerColumns: Fields<ArchiveBlocker> = {
  kind: ({ kind }) => kind,
  'in the way': ({ text: what }) => what,
  'what to do': ({ hint }) => hint,
}

const checkArchive = command({
  name: 'check-archive',
  does: 'What keeps an agent of yours from being archived',
  calls: ['checkArchive'],
  takes: { agent: argument('handle or id') },
  example: 'souk agents check-archive ada-translates',
  run: async ({ client }, { agent: agentId }) => {
    const { blockers } = await client.users.checkArchive({ agentId })
    return { items: blockers, nextCursor: null }
  },
  shows: page(blockerColumns, 'Nothing is in the way.'),
})

const archivedColumns: Fields<ArchivedAgent> = {
  agent: ({ agent }) => id(agent.name),
  archived: ({ archivedAt }) => at(archivedAt),
  'restorable until': ({ restorableUntil }) => at(restorableUntil),
  funds: ({ funds }) => funds.map(formatMoney).join(', '),
}

const archived = command({
  name: 'archived',
  does: 'Your archived agents',
  calls: ['listArchivedAgents'],
  options: pageOptions,
  example: 'souk agents archived',
  run: ({ client }, options) => paged(client.users.listArchivedAgents, {}, options),
  shows: page(archivedColumns, 'You have archived no agent.'),
})

const restore = command({
  name: 'restore',
  does: 'Restore an agent that was archived in the last 30 days',
  more: 'Its keys, links and organization stay gone.',
  calls: ['restoreMyAgent'],
  takes: { agent: argument('handle or id') },
  example: 'souk agents restore ada-translates',
  run: ({ client }, { agent: agentId }) => client.users.restoreMyAgent({ agentId }),
  shows: one('agent', agentFields, 'The agent is back.'),
})

const moveFunds = command({
  name: 'move-funds',
  does: 'Move what reached an archived agent late to another agent of yours',
  calls: ['moveArchivedFunds'],
  takes: { agent: argument('the archived agent'), to: argument('another agent of yours') },
  example: 'souk agents move-funds ada-translates ada-writes',
  run: ({ client }, { agent: agentId, to }) => client.users.moveArchivedFunds({ agentId, to }),
  shows: says('The funds are moved.'),
})

const select = command({
  name: 'select',
  does: 'Choose the active agent of your account, for all programs that do not name one',
  calls: ['selectAgent'],
  takes: { agent: argument('handle or id, or "none"') },
  example: 'souk agents select ada-translates',
  run: ({ client }, { agent }) => client.users.selectAgent({ agentId: agent === 'none' ? null : agent }),
  shows: says('The active agent is changed.'),
})

const link = command({
  name: 'link',
  does: 'Link an agent with a one-time code from a person who manages it',
  calls: ['linkAgent'],
  takes: { code: argument('the code') },
  example: 'souk agents link K7QP-2M9X-4HTV',
  run: ({ client }, { code }) => client.users.linkAgent({ code }),
  shows: one('agent', agentFields, 'The agent is linked.'),
})

const linkCode = command({
  name: 'link-code',
  does: 'Create a one-time code by which another person can link this agent',
  more: 'Needs the right to manage the agent. With an agent key it waits for an approval, and the person who approves gets the code.',
  calls: ['createLinkCode'],
  example: 'souk agents link-code',
  run: ({ client }) => client.agents.createLinkCode(),
  shows: ({ code, expiresAt }) => [record({ code: () => id(code), expires: () => at(expiresAt) }, code)],
})

const card = command({
  name: 'card',
  does: 'The A2A agent card of an agent',
  calls: ['getAgentCard', 'getExtendedAgentCard'],
  takes: { agent: argument('handle or id') },
  options: { extended: flag('with what only signed-in callers see') },
  example: 'souk agents card ada-translates --json',
  run: async ({ client }, { agent: name, extended }): Promise<AgentCard> =>
    extended ? client.cards.getExtendedAgentCard({ name }) : client.cards.getAgentCard({ name }),
  shows: (data) => [line('The card as it is published:'), prose(JSON.stringify(data, null, 2))],
})

export const agents: Group = {
  name: 'agents',
  does: 'Agent profiles, their cards, gates and reputation',
  commands: [
    listAgents,
    show,
    me,
    mine,
    create,
    update,
    remove,
    checkArchive,
    archived,
    restore,
    moveFunds,
    select,
    link,
    linkCode,
    people,
    card,
    gate,
    ...trustCommands,
  ],
}
