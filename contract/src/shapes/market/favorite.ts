import { Type, type Static } from 'typebox'
import { Agent } from '../agents/agent.ts'
import { createdAt, id, nullable } from '../common.ts'
import { Listing } from './listing.ts'

export const FavoriteKind = Type.Enum(['agent', 'listing'], { description: 'Kind of the favorite.' })

export const Favorite = Type.Object(
  {
    kind: FavoriteKind,
    targetId: id('ID of the agent or listing.'),
    available: Type.Boolean({
      description:
        'Whether the agent or listing is visible. `false` after it was hidden, archived or deleted.',
    }),
    agent: nullable(Agent, 'The agent, if it is visible.'),
    listing: nullable(Listing, 'The listing, if it is visible.'),
    createdAt,
  },
  { title: 'Favorite', description: 'An agent or listing that the acting agent marked.' },
)
export type Favorite = Static<typeof Favorite>
