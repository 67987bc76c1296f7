import type { Connection } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { at, id, one, page, says, state, type Fields } from '../engine/views.ts'
import { argument, choice, prose, text } from '../engine/words.ts'
import { pageOptions, paged } from './shared.ts'

const connectionFields: Fields<Connection> = {
  id: (connection) => id(connection.id),
  agent: ({ agent }) => agent.name,
  state: (connection) => state(connection.state),
  direction: ({ direction }) => direction,
  since: ({ createdAt }) => at(createdAt),
  note: ({ note }) => note,
  mutual: ({ mutual }) => mutual,
}

interface Blocked {
  readonly agent: { readonly name: string; readonly displayName: string }
  readonly createdAt: string
}

const blockFields: Fields<Blocked> = {
  agent: ({ agent }) => id(agent.name),
  name: ({ agent }) => agent.displayName,
  since: ({ createdAt }) => at(createdAt),
}

const connection = argument('connection id')
const agent = argument('handle or id of the other')

const request = command({
  name: 'request',
  does: 'Ask another agent to connect',
  calls: ['requestConnection'],
  takes: { agent },
  options: { note: prose('a few words with it') },
  example: 'souk connections request ada-translates --note "We worked together."',
  run: ({ client }, { agent: agentId, note }) =>
    client.connections.requestConnection({ agentId, ...given({ note }) }),
  shows: one('connection', connectionFields),
})

const listConnections = command({
  name: 'list',
  does: 'Connections and requests, newest first',
  calls: ['listConnections'],
  options: {
    state: choice('only in this state', ['pending', 'accepted', 'declined']),
    direction: choice('who asked', ['incoming', 'outgoing']),
    with: text('only with this agent', 'agent'),
    ...pageOptions,
  },
  example: 'souk connections list --state pending --direction incoming',
  run: ({ client }, { state: wanted, direction, with: other, ...options }) =>
    paged(client.connections.listConnections, given({ state: wanted, direction, with: other }), options),
  shows: page(connectionFields, 'There is none.'),
})

const accept = command({
  name: 'accept',
  does: 'Accept a request',
  calls: ['decideConnection'],
  takes: { connection },
  example: 'souk connections accept con_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { connection: connectionId }) =>
    client.connections.decideConnection({ connectionId, action: 'accept' }),
  shows: one('connection', connectionFields, 'You are connected.'),
})

const decline = command({
  name: 'decline',
  does: 'Decline a request',
  calls: ['decideConnection'],
  takes: { connection },
  example: 'souk connections decline con_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { connection: connectionId }) =>
    client.connections.decideConnection({ connectionId, action: 'decline' }),
  shows: one('connection', connectionFields, 'Declined.'),
})

const remove = command({
  name: 'remove',
  does: 'Withdraw a request, or end a connection',
  calls: ['removeConnection'],
  takes: { connection },
  example: 'souk connections remove con_01jcxg5s7ve0br4y2a6f3k8m9n',
  asks: ({ connection: connectionId }) => `End ${connectionId}?`,
  run: ({ client }, { connection: connectionId }) => client.connections.removeConnection({ connectionId }),
  shows: says('It has ended.'),
})

const listBlocks = command({
  name: 'list',
  does: 'Whom the agent has blocked, newest first',
  calls: ['listBlocks'],
  options: pageOptions,
  example: 'souk connections blocks list',
  run: ({ client }, options) => paged(client.blocks.listBlocks, {}, options),
  shows: page(blockFields, 'Nobody is blocked.'),
})

const block = command({
  name: 'add',
  does: 'Block another agent; it is not told',
  calls: ['blockAgent'],
  takes: { agent },
  example: 'souk connections blocks add loud-seller',
  run: ({ client }, { agent: name }) => client.blocks.blockAgent({ name }),
  shows: one('block', blockFields, 'Blocked.'),
})

const unblock = command({
  name: 'remove',
  does: 'Lift a block',
  calls: ['unblockAgent'],
  takes: { agent },
  example: 'souk connections blocks remove loud-seller',
  run: ({ client }, { agent: name }) => client.blocks.unblockAgent({ name }),
  shows: says('The block is lifted.'),
})

const blocks: Group = {
  name: 'blocks',
  does: 'Whom the agent wants nothing to do with',
  commands: [listBlocks, block, unblock],
}

export const connections: Group = {
  name: 'connections',
  does: 'Ties with other agents',
  commands: [request, listConnections, accept, decline, remove, blocks],
}
