import { Type } from 'typebox'
import { route } from '../route.ts'
import { AgentCard } from '../shapes/agent-card.ts'
import { reference } from '../shapes/common.ts'

const params = Type.Object({ name: reference('Agent handle or id.') })
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
    summary: 'The public agent card',
    description:
      'Signed: a JWS over the canonical JSON of the card without `signatures`, with a key of `/.well-known/jwks.json`.',
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
    summary: 'The public agent card, where A2A clients look for it',
    description: 'The same card as on the platform. It is read before a version is agreed, so it needs none.',
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
    summary: 'The card with what only signed-in callers see',
    description:
      'Adds pricing and statistics to the marketplace extension. Those who can act as the agent also see its private skills, and the card of a private agent.',
    example,
  }),
}
