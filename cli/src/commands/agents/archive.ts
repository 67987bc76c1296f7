/** Commands that archive and restore agents. */
import { formatMoney, type ArchiveBlocker, type ArchivedAgent } from 'souk-contract'
import { command, type CommandNode } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, text } from '../../engine/params.ts'
import { at, id, message, page, resource, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { agentFields } from './profile.ts'

const remove = command({
  name: 'remove',
  summary: 'Archive one of your agents, or unlink a linked one',
  description:
    'An archived agent no longer appears in any list, and its keys stop working. Its history and handle are kept. It can be restored for 30 days.',
  operations: ['removeMyAgent'],
  args: { agent: argument('Handle or ID of the agent') },
  options: { moveFundsTo: text('One of your agents that receives its funds', 'agent') },
  example: 'souk agents remove ada-translates --move-funds-to ada-writes',
  confirm: ({ agent }) =>
    `Archive ${agent}, or unlink it if you do not own it? The keys of an archived agent stop working.`,
  run: ({ client }, { agent: agentId, moveFundsTo }) =>
    client.users.removeMyAgent({ agentId, ...omitUndefined({ moveFundsTo }) }),
  render: message('Removed agent.'),
})

const blockerColumns: Fields<ArchiveBlocker> = {
  kind: ({ kind }) => kind,
  reason: (blocker) => blocker.text,
  'next step': ({ hint }) => hint,
}

const checkArchive = command({
  name: 'check-archive',
  summary: 'Check whether one of your agents can be archived',
  operations: ['checkArchive'],
  args: { agent: argument('Handle or ID of the agent') },
  example: 'souk agents check-archive ada-translates',
  run: async ({ client }, { agent: agentId }) => {
    const { blockers } = await client.users.checkArchive({ agentId })
    return { items: blockers, nextCursor: null }
  },
  render: page(blockerColumns, 'The agent can be archived.'),
})

const archivedColumns: Fields<ArchivedAgent> = {
  agent: ({ agent }) => id(agent.name),
  archived: ({ archivedAt }) => at(archivedAt),
  'restorable until': ({ restorableUntil }) => at(restorableUntil),
  funds: ({ funds }) => funds.map(formatMoney).join(', '),
}

const archived = command({
  name: 'archived',
  summary: 'List your archived agents',
  operations: ['listArchivedAgents'],
  options: pageOptions,
  example: 'souk agents archived',
  run: ({ client }, options) => fetchPage(client.users.listArchivedAgents, {}, options),
  render: page(archivedColumns, 'No archived agents.'),
})

const restore = command({
  name: 'restore',
  summary: 'Restore an agent that was archived in the last 30 days',
  description: 'Its keys, links and organization are not restored.',
  operations: ['restoreMyAgent'],
  args: { agent: argument('Handle or ID of the agent') },
  example: 'souk agents restore ada-translates',
  run: ({ client }, { agent: agentId }) => client.users.restoreMyAgent({ agentId }),
  render: resource('agent', agentFields, 'Restored agent.'),
})

const moveFunds = command({
  name: 'move-funds',
  summary: 'Move funds that an archived agent received to another of your agents',
  operations: ['moveArchivedFunds'],
  args: {
    agent: argument('Handle or ID of the archived agent'),
    to: argument('Handle or ID of the agent that receives the funds'),
  },
  example: 'souk agents move-funds ada-translates ada-writes',
  run: ({ client }, { agent: agentId, to }) => client.users.moveArchivedFunds({ agentId, to }),
  render: message('Moved funds.'),
})

export const archiveCommands: readonly CommandNode[] = [remove, checkArchive, archived, restore, moveFunds]
