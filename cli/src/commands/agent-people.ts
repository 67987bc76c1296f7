import type { AgentPerson } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { at, id, page, says, type Fields } from '../engine/views.ts'
import { argument } from '../engine/words.ts'
import { pageOptions, paged } from './shared.ts'

const personColumns: Fields<AgentPerson> = {
  user: ({ person }) => id(person.id),
  name: ({ person }) => person.displayName,
  role: ({ role }) => role,
  since: ({ since }) => at(since),
  'granted by': ({ grantedBy }) => id(grantedBy),
  organization: ({ organization }) => id(organization?.handle ?? null),
  'can be removed': ({ removable }) => removable,
}

const listPeople = command({
  name: 'list',
  does: 'Everyone who can act as this agent, and how they got there',
  calls: ['listAgentPeople'],
  options: pageOptions,
  example: 'souk agents people list',
  run: async ({ client, self }, options) =>
    paged(client.agents.listAgentPeople, { agentId: await self() }, options),
  shows: page(personColumns, 'Only you can act as this agent.'),
})

const removePerson = command({
  name: 'remove',
  does: 'Remove the link of a person to this agent',
  more: 'Their calls and streams end within two seconds. Members of an organization are removed in the organization.',
  calls: ['removeAgentPerson'],
  takes: { user: argument('user id') },
  example: 'souk agents people remove usr_01kd3v9m2hf3v8q6w1x5r7t0yz',
  asks: ({ user }) => `Remove ${user}? They can no longer act as this agent.`,
  run: async ({ client, self }, { user: userId }) =>
    client.agents.removeAgentPerson({ agentId: await self(), userId }),
  shows: says('The person can no longer act as this agent by a link.'),
})

export const people: Group = {
  name: 'people',
  does: 'Who can act as the agent',
  commands: [listPeople, removePerson],
}
