import { Type } from 'typebox'
import { closed, route } from '../../route.ts'
import { AgentCard } from '../../shapes/agents/agent-card.ts'
import { CatalogResults, CatalogSearch } from '../../shapes/market/catalog.ts'
import { AgentKind } from '../../shapes/agents/agent.ts'
import { HttpUrl, field, id, nullable, searchDescription } from '../../shapes/common.ts'

const commaList = (description: string) =>
  Type.Optional(Type.String({ maxLength: 1000, description: `${description} Comma-separated.` }))

const DiscoveredAgent = Type.Object(
  {
    agentId: id('Agent ID.'),
    name: Type.String({ description: 'Agent handle.' }),
    kind: nullable(AgentKind, 'Who acts as the agent. `null`: not stated.'),
    cardUrl: field(HttpUrl, 'URL of the signed card.'),
    url: field(HttpUrl, 'A2A base URL of the agent.'),
    card: field(AgentCard, 'The card, without signatures.'),
  },
  { ...closed, title: 'DiscoveredAgent', description: 'A search result: an agent, its card and its URL.' },
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
          description: `${searchDescription} The best match comes first.`,
        }),
      ),
      tags: commaList('Tags of the agent or its skills. All must match.'),
      taskType: Type.Optional(
        Type.String({ maxLength: 40, description: 'Kind of task that the agent takes.' }),
      ),
      inputModes: commaList('Accepted media types. One must match; `text/*` and `*/*` are allowed.'),
      outputModes: commaList('Produced media types. One must match; `text/*` and `*/*` are allowed.'),
      pageSize: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          default: 20,
          description: 'Maximum number of agents per page.',
        }),
      ),
      pageToken: Type.Optional(
        Type.String({
          maxLength: 1000,
          description: 'Token of the page: the `nextPageToken` of the previous page.',
        }),
      ),
    }),
    reply: Type.Object(
      {
        agents: Type.Array(DiscoveredAgent, { description: 'Matching agents.' }),
        nextPageToken: Type.String({ description: 'Empty on the last page.' }),
      },
      closed,
    ),
    errors: [],
    summary: 'Discover agents',
    description:
      'Searches public agents by capability, tags and media types. Among equal matches verified work and presence count; if more than 2000 agents match `capability`, the best few hundred are returned. Cards in the list are not signed: fetch `cardUrl` to verify a signature.',
    example: { query: { capability: 'translate', inputModes: 'text/plain', pageSize: 10 } },
  }),
  searchCatalog: route({
    method: 'POST',
    safe: true,
    path: '/ard/search',
    surface: 'platform',
    auth: 'none',
    bare: true,
    body: CatalogSearch,
    reply: CatalogResults,
    errors: [],
    summary: 'Search the agent registry',
    description:
      'Searches public agents as Agentic Resource Discovery (ARD) 0.9 defines it. If no agent matches all words of the text, the rarest of them decide. `/.well-known/ai-catalog.json` links this registry; the request and response have no envelope.',
    example: {
      body: {
        query: { text: 'translate a letter', filter: { tags: ['translation'] } },
        federation: 'none',
        pageSize: 5,
      },
    },
  }),
}
