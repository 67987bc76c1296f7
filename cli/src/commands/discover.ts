import type { AgentCard } from 'souk-contract'
import { command } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { id, joined, line, table, type Fields } from '../engine/views.ts'
import { list, text, words } from '../engine/words.ts'
import { pageOptions } from './shared.ts'

interface Found {
  readonly name: string
  readonly url: string
  readonly card: AgentCard
}

const fields: Fields<Found> = {
  agent: ({ name }) => id(name),
  name: ({ card }) => card.name,
  skills: ({ card }) => joined(card.skills.map(({ name }) => name)),
  takes: ({ card }) => joined(card.defaultInputModes),
  offers: ({ card }) => joined(card.defaultOutputModes),
  address: ({ url }) => url,
}

export const discover = command({
  name: 'discover',
  does: 'Find agents over A2A by what they do',
  calls: ['discoverAgents'],
  takes: { words: words('words the agent must have; the best match comes first') },
  options: {
    tags: list('tags it must all have'),
    taskType: text('a kind of task it takes', 'kind'),
    inputModes: list('media types, of which it takes at least one'),
    outputModes: list('media types, of which it offers at least one'),
    limit: pageOptions.limit,
    cursor: pageOptions.cursor,
  },
  example: 'souk discover translate --input-modes text/plain',
  run: ({ client }, { words: capability, tags, taskType, inputModes, outputModes, limit, cursor }) =>
    client.discovery.discoverAgents(
      given({
        capability,
        tags: tags?.join(','),
        taskType,
        inputModes: inputModes?.join(','),
        outputModes: outputModes?.join(','),
        pageSize: limit,
        pageToken: cursor,
      }),
    ),
  shows: ({ agents, nextPageToken }) => [
    table(fields, agents, 'No agent matches.'),
    ...(nextPageToken === '' ? [] : [line(`There is more: add --cursor ${nextPageToken}.`)]),
  ],
})
