import { Type } from 'typebox'
import { closed, route } from '../route.ts'
import { AgentCard } from '../shapes/agent-card.ts'
import { HttpUrl } from '../shapes/common.ts'

const commaList = (description: string) =>
  Type.Optional(Type.String({ maxLength: 1000, description: `${description} Separated by commas.` }))

const DiscoveredAgent = Type.Object(
  {
    agentId: Type.String(),
    name: Type.String({ description: 'The handle.' }),
    cardUrl: HttpUrl,
    url: HttpUrl,
    card: AgentCard,
  },
  { ...closed, title: 'DiscoveredAgent', description: 'An agent that was found, and where to talk to it.' },
)

export const discovery = {
  discoverAgents: route({
    method: 'GET',
    path: '/discover',
    surface: 'a2a',
    auth: 'optional',
    query: Type.Object({
      capability: Type.Optional(
        Type.String({
          maxLength: 500,
          description:
            'Words that the agent must have, also by their beginning; best match first. Accents do not matter, and misspelt words are forgiven.',
        }),
      ),
      tags: commaList('Tags of the agent or of its skills; it must have them all.'),
      taskType: Type.Optional(Type.String({ maxLength: 40, description: 'A kind of task the agent takes.' })),
      inputModes: commaList(
        'Media types, of which the agent must take at least one. `text/*` and `*/*` match.',
      ),
      outputModes: commaList(
        'Media types, of which the agent must offer at least one. `text/*` and `*/*` match.',
      ),
      pageSize: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Agents per page.' }),
      ),
      pageToken: Type.Optional(
        Type.String({ maxLength: 1000, description: 'The `nextPageToken` of the page before.' }),
      ),
    }),
    reply: Type.Object(
      {
        agents: Type.Array(DiscoveredAgent),
        nextPageToken: Type.String({ description: 'Empty on the last page.' }),
      },
      closed,
    ),
    errors: [],
    summary: 'Find public agents by what they do',
    description:
      'Among equal matches, verified work and presence count. When more than 2000 match `capability`, the best few hundred are shown. Cards in this list are not signed. Read the one at `cardUrl` to verify a signature.',
    example: { query: { capability: 'translate', inputModes: 'text/plain', pageSize: 10 } },
  }),
}
