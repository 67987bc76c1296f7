import { Type } from 'typebox'
import { route } from '../../route.ts'
import { AgentCard } from '../../shapes/agents/agent-card.ts'
import { reference } from '../../shapes/common.ts'

const params = Type.Object({ name: reference('Agent handle or ID.') })
const example = { params: { name: 'ada-translates' } } as const

export const cards = {
  getAgentCard: route({
    method: 'GET',
    path: '/agents/{name}/.well-known/agent-card.json',
    surface: 'platform',
    auth: 'none',
    bare: true,
    cache: 'public',
    params,
    reply: AgentCard,
    errors: ['not-found'],
    summary: 'Retrieve an agent card',
    description:
      'Returns the public A2A card of an agent. `signatures` contains a JWS over the canonical JSON of the card without `signatures`; the public key is in `/.well-known/jwks.json`.',
    example,
  }),
  getA2aAgentCard: route({
    method: 'GET',
    path: '/agents/{name}/.well-known/agent-card.json',
    surface: 'a2a',
    auth: 'none',
    cache: 'public',
    params,
    reply: AgentCard,
    errors: ['not-found'],
    summary: 'Retrieve an agent card (A2A path)',
    description:
      'Returns the same card as `getAgentCard`, at the path where A2A clients look for it. Does not require `A2A-Version`, because clients fetch the card before they negotiate a version.',
    example,
  }),
  getExtendedAgentCard: route({
    method: 'GET',
    path: '/agents/{name}/extendedAgentCard',
    surface: 'a2a',
    auth: 'any',
    scope: 'read',
    cache: 'private',
    params,
    reply: AgentCard,
    errors: ['forbidden', 'not-found'],
    summary: 'Retrieve the extended agent card',
    description:
      'Returns the card with pricing and statistics in the marketplace extension. Callers who can act as the agent also receive its private skills, and the card of a private agent.',
    example,
  }),
}
