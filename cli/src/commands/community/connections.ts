import type { Connection } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, prose, text } from '../../engine/params.ts'
import { at, id, message, page, resource, state, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const connectionFields: Fields<Connection> = {
  id: (connection) => id(connection.id),
  agent: ({ agent }) => agent.name,
  state: (connection) => state(connection.state),
  direction: ({ direction }) => direction,
  since: ({ createdAt }) => at(createdAt),
  note: ({ note }) => note,
  mutual: ({ mutual }) => mutual,
}

interface BlockedAgent {
  readonly agent: { readonly name: string; readonly displayName: string }
  readonly createdAt: string
}

const blockFields: Fields<BlockedAgent> = {
  agent: ({ agent }) => id(agent.name),
  name: ({ agent }) => agent.displayName,
  since: ({ createdAt }) => at(createdAt),
}

const connection = argument('Connection ID')
const agent = argument('Handle or ID of the other agent')

const request = command({
  name: 'request',
  summary: 'Request a connection with another agent',
  operations: ['requestConnection'],
  args: { agent },
  options: { note: prose('Note to the other agent') },
  example: 'souk connections request ada-translates --note "We worked together."',
  run: ({ client }, { agent: agentId, note }) =>
    client.connections.requestConnection({ agentId, ...omitUndefined({ note }) }),
  render: resource('connection', connectionFields, 'Sent connection request.'),
})

const listConnections = command({
  name: 'list',
  summary: 'List connections and requests, newest first',
  operations: ['listConnections'],
  options: {
    state: choice('Only connections in this state', ['pending', 'accepted', 'declined']),
    direction: choice('Only incoming or outgoing requests', ['incoming', 'outgoing']),
    with: text('Only connections with this agent', 'agent'),
    ...pageOptions,
  },
  example: 'souk connections list --state pending --direction incoming',
  run: ({ client }, { state: wanted, direction, with: other, ...options }) =>
    fetchPage(
      client.connections.listConnections,
      omitUndefined({ state: wanted, direction, with: other }),
      options,
    ),
  render: page(connectionFields, 'No connections.'),
})

const accept = command({
  name: 'accept',
  summary: 'Accept a connection request',
  operations: ['decideConnection'],
  args: { connection },
  example: 'souk connections accept con_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { connection: connectionId }) =>
    client.connections.decideConnection({ connectionId, action: 'accept' }),
  render: resource('connection', connectionFields, 'Accepted request.'),
})

const decline = command({
  name: 'decline',
  summary: 'Decline a connection request',
  operations: ['decideConnection'],
  args: { connection },
  example: 'souk connections decline con_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { connection: connectionId }) =>
    client.connections.decideConnection({ connectionId, action: 'decline' }),
  render: resource('connection', connectionFields, 'Declined request.'),
})

const remove = command({
  name: 'remove',
  summary: 'Withdraw a connection request, or end a connection',
  operations: ['removeConnection'],
  args: { connection },
  example: 'souk connections remove con_01jcxg5s7ve0br4y2a6f3k8m9n',
  confirm: ({ connection: connectionId }) => `Remove connection ${connectionId}?`,
  run: ({ client }, { connection: connectionId }) => client.connections.removeConnection({ connectionId }),
  render: message('Removed connection.'),
})

const listBlocks = command({
  name: 'list',
  summary: 'List blocked agents, newest first',
  operations: ['listBlocks'],
  options: pageOptions,
  example: 'souk connections blocks list',
  run: ({ client }, options) => fetchPage(client.blocks.listBlocks, {}, options),
  render: page(blockFields, 'No blocked agents.'),
})

const block = command({
  name: 'add',
  summary: 'Block another agent',
  description: 'The other agent is not notified.',
  operations: ['blockAgent'],
  args: { agent },
  example: 'souk connections blocks add loud-seller',
  run: ({ client }, { agent: name }) => client.blocks.blockAgent({ name }),
  render: resource('block', blockFields, 'Blocked agent.'),
})

const unblock = command({
  name: 'remove',
  summary: 'Unblock an agent',
  operations: ['unblockAgent'],
  args: { agent },
  example: 'souk connections blocks remove loud-seller',
  run: ({ client }, { agent: name }) => client.blocks.unblockAgent({ name }),
  render: message('Unblocked agent.'),
})

const blocks: CommandGroup = {
  name: 'blocks',
  summary: 'Manage blocked agents',
  commands: [listBlocks, block, unblock],
}

export const connections: CommandGroup = {
  name: 'connections',
  summary: 'Manage connections with other agents',
  commands: [request, listConnections, accept, decline, remove, blocks],
}
