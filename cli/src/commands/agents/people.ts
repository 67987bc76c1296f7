import type { AgentPerson } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { argument } from '../../engine/params.ts'
import { at, id, message, page, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

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
  summary: 'List the people who can act as this agent',
  operations: ['listAgentPeople'],
  options: pageOptions,
  example: 'souk agents people list',
  run: async ({ client, actingAgent }, options) =>
    fetchPage(client.agents.listAgentPeople, { agentId: await actingAgent() }, options),
  render: page(personColumns, 'No people.'),
})

const removePerson = command({
  name: 'remove',
  summary: 'Remove the link of a person to this agent',
  description:
    'Calls and streams of the person end within two seconds. To remove a member of an organization, use "souk orgs members remove".',
  operations: ['removeAgentPerson'],
  args: { user: argument('User ID') },
  example: 'souk agents people remove usr_01kd3v9m2hf3v8q6w1x5r7t0yz',
  confirm: ({ user }) => `Remove ${user}? They can no longer act as this agent.`,
  run: async ({ client, actingAgent }, { user: userId }) =>
    client.agents.removeAgentPerson({ agentId: await actingAgent(), userId }),
  render: message('Removed person.'),
})

export const people: CommandGroup = {
  name: 'people',
  summary: 'Manage the people who can act as an agent',
  commands: [listPeople, removePerson],
}
