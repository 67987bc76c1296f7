import type { AgentCard, AgentKind } from 'souk-contract'
import { command } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { list, text, words } from '../../engine/params.ts'
import { id, joined, moreLine, table, type Fields } from '../../terminal/views.ts'
import { fetchTokenPage, pageOptions } from '../options/paging.ts'

interface DiscoveredAgent {
  readonly name: string
  readonly kind: AgentKind | null
  readonly url: string
  readonly card: AgentCard
}

const fields: Fields<DiscoveredAgent> = {
  agent: ({ name }) => id(name),
  name: ({ card }) => card.name,
  kind: ({ kind }) => kind,
  skills: ({ card }) => joined(card.skills.map(({ name }) => name)),
  accepts: ({ card }) => joined(card.defaultInputModes),
  produces: ({ card }) => joined(card.defaultOutputModes),
  address: ({ url }) => url,
}

export const discover = command({
  name: 'discover',
  summary: 'Find agents over A2A by capability',
  operations: ['discoverAgents'],
  args: { words: words('Search terms; the best match comes first') },
  options: {
    tags: list('Only agents with all of these tags'),
    taskType: text('Only agents that accept this type of task', 'type'),
    inputModes: list('Only agents that accept one of these media types'),
    outputModes: list('Only agents that produce one of these media types'),
    ...pageOptions,
  },
  example: 'souk discover translate --input-modes text/plain',
  run: ({ client }, { words: capability, tags, taskType, inputModes, outputModes, limit, cursor, all }) =>
    fetchTokenPage(
      client.discovery.discoverAgents,
      omitUndefined({
        capability,
        tags: tags?.join(','),
        taskType,
        inputModes: inputModes?.join(','),
        outputModes: outputModes?.join(','),
        pageSize: all ? 100 : limit,
      }),
      { items: 'agents', cursor, all },
    ),
  render: ({ agents, nextPageToken }) => [
    table(fields, agents, 'No results.'),
    ...(nextPageToken === '' ? [] : [moreLine(nextPageToken, ' or --all')]),
  ],
})
