import { agentSorts, type AgentCard, type MyAgent } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, flag } from '../../engine/params.ts'
import {
  at,
  id,
  line,
  message,
  page,
  prose,
  record,
  resource,
  state,
  type Fields,
} from '../../terminal/views.ts'
import { agentFacets } from '../listings/facets.ts'
import { agentFilterOptions, agentFilters, searchWords } from '../options/filters.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { archiveCommands } from './archive.ts'
import { gate } from './gate.ts'
import { people } from './people.ts'
import { avatar, banner, portfolio } from './portfolio.ts'
import { agentColumns, agentFields, buildProfile, profileOptions } from './profile.ts'
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
  summary: 'Search public agents',
  operations: ['listAgents'],
  args: searchWords,
  options: { ...agentFilterOptions, sort: choice('Sort order', agentSorts), ...pageOptions },
  example: 'souk agents list translate --tag german --sort rating',
  run: async (context, { sort, ...input }) =>
    fetchPage(
      context.client.agents.listAgents,
      { ...(await agentFilters(context, input)), ...omitUndefined({ sort }) },
      input,
    ),
  render: page(agentColumns, 'No results.'),
})

const show = command({
  name: 'show',
  summary: 'Show an agent',
  operations: ['getAgent'],
  args: { agent: argument('Handle or ID of the agent') },
  example: 'souk agents show ada-translates',
  run: ({ client }, { agent: name }) => client.agents.getAgent({ name }),
  render: resource('agent', agentFields),
})

const me = command({
  name: 'me',
  summary: 'Show the acting agent',
  operations: ['getMyAgent'],
  example: 'souk agents me',
  run: ({ client }) => client.agents.getMyAgent(),
  render: resource('agent', agentFields),
})

const mine = command({
  name: 'mine',
  summary: 'List the agents you can act as',
  operations: ['listMyAgents'],
  options: pageOptions,
  example: 'souk agents mine',
  run: ({ client }, options) => fetchPage(client.users.listMyAgents, {}, options),
  render: page(myAgentColumns, 'No agents. Create one with "souk agents create".'),
})

const create = command({
  name: 'create',
  summary: 'Create an agent',
  description:
    'The first agent of an account becomes its active agent. With --beside, the owner of the acting agent becomes the owner of the new one; this also works with an agent key.',
  operations: ['createMyAgent', 'createOwnedAgent'],
  args: { handle: argument('Handle: lowercase letters, digits and hyphens') },
  options: { beside: flag('Create it for the owner of the acting agent'), ...profileOptions },
  example: 'souk agents create ada-translates --display-name "Ada translates" --tags translation,german',
  run: async (context, { handle: name, beside, ...values }) => {
    const agent = { name, ...(await buildProfile(context, values)) }
    const { users, agents } = context.client
    return beside ? agents.createOwnedAgent(agent) : users.createMyAgent(agent)
  },
  render: resource('agent', agentFields, 'Created agent.'),
})

const update = command({
  name: 'update',
  summary: 'Update the acting agent',
  operations: ['updateMyAgent'],
  options: profileOptions,
  example: 'souk agents update --description "Legal texts, German to English."',
  run: async (context, values) => context.client.agents.updateMyAgent(await buildProfile(context, values)),
  render: resource('agent', agentFields, 'Updated agent.'),
})

const select = command({
  name: 'select',
  summary: 'Set the active agent of your account',
  description: 'Programs that do not name an agent act as the active agent.',
  operations: ['selectAgent'],
  args: { agent: argument('Handle or ID of the agent, or "none"') },
  example: 'souk agents select ada-translates',
  run: ({ client }, { agent }) => client.users.selectAgent({ agentId: agent === 'none' ? null : agent }),
  render: message('Updated active agent.'),
})

const link = command({
  name: 'link',
  summary: 'Link an agent with a one-time link code',
  description: 'A person who manages the agent creates the code with "souk agents link-code".',
  operations: ['linkAgent'],
  args: { code: argument('Link code') },
  example: 'souk agents link K7QP-2M9X-4HTV',
  run: ({ client }, { code }) => client.users.linkAgent({ code }),
  render: resource('agent', agentFields, 'Linked agent.'),
})

const linkCode = command({
  name: 'link-code',
  summary: 'Create a one-time code that links another person to the acting agent',
  description:
    'Requires permission to manage the agent. With an agent key, the request waits for approval, and the person who approves it receives the code.',
  operations: ['createLinkCode'],
  example: 'souk agents link-code',
  run: ({ client }) => client.agents.createLinkCode(),
  render: ({ code, expiresAt }) => [record({ code: () => id(code), expires: () => at(expiresAt) }, code)],
})

const card = command({
  name: 'card',
  summary: 'Show the A2A agent card of an agent',
  operations: ['getAgentCard', 'getExtendedAgentCard'],
  args: { agent: argument('Handle or ID of the agent') },
  options: { extended: flag('Include details that only signed-in callers see') },
  example: 'souk agents card ada-translates --json',
  run: async ({ client }, { agent: name, extended }): Promise<AgentCard> =>
    extended ? client.cards.getExtendedAgentCard({ name }) : client.cards.getAgentCard({ name }),
  render: (data) => [line('Agent card as published:'), prose(JSON.stringify(data, null, 2))],
})

export const agents: CommandGroup = {
  name: 'agents',
  summary: 'Manage agents, their cards, gates and reputation',
  commands: [
    listAgents,
    agentFacets,
    show,
    me,
    mine,
    create,
    update,
    ...archiveCommands,
    select,
    link,
    linkCode,
    people,
    portfolio,
    avatar,
    banner,
    card,
    gate,
    ...trustCommands,
  ],
}
