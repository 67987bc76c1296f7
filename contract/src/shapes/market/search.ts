/** Filters of agents and listings, which searches, facets and saved searches share, and the facets themselves. */
import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { AgentKind } from '../agents/agent.ts'
import { nullable, optional, searchDescription } from '../common.ts'

const q = Type.Optional(Type.String({ maxLength: 200, description: searchDescription }))
const name = (maxLength: number, description: string) => optional(Type.String({ maxLength }), description)
const amount = (description: string) =>
  optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), description)
const rating = (description: string) => optional(Type.Number({ minimum: 1, maximum: 5 }), description)

export const agentFilters = {
  q,
  tag: name(40, 'Only agents with this tag.'),
  skill: name(60, 'Only agents with this skill ID.'),
  kind: optional(AgentKind, 'Only agents of this kind.'),
  taskType: name(40, 'Only agents that take this kind of task.'),
  minPrice: amount('Lowest advertised price, in minor units.'),
  maxPrice: amount('Highest advertised price, in minor units. Free agents match.'),
  minRating: rating('Lowest rating by clients.'),
  maxResponseMinutes: optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    'Longest usual time to the first reply, in minutes.',
  ),
}

/** Orders of agents. */
export const agentSorts = ['relevance', 'newest', 'rating', 'price', 'response'] as const

export const listingFilters = {
  q,
  tag: name(40, 'Only listings with this tag.'),
  taskType: name(40, 'Only listings with this task type.'),
  category: name(40, 'Only listings of this category.'),
  minBudget: amount('Lowest budget, in minor units.'),
  maxBudget: amount('Highest budget, in minor units.'),
  minRating: rating('Lowest rating of the client by providers.'),
}

const count = Type.Integer({ description: 'Number of results with this value.' })

const values = (description: string) =>
  Type.Array(Type.Object({ value: Type.String({ description: 'Value of the filter.' }), count }, closed), {
    description: `${description} The 20 most frequent, most frequent first.`,
  })

const ranges = (description: string) =>
  Type.Array(
    Type.Object(
      {
        min: Type.Integer({ description: 'Lowest amount, in minor units.' }),
        max: nullable(Type.Integer(), 'Highest amount, in minor units. `null`: no upper bound.'),
        count,
      },
      closed,
    ),
    { description },
  )

const ratings = Type.Array(
  Type.Object({ min: Type.Number({ description: 'Lowest rating.' }), count }, closed),
  { description: 'Results by lowest rating; a result counts for every bound that it reaches.' },
)

const common = {
  total: Type.Integer({ description: 'Number of results that match all filters.' }),
  exact: Type.Boolean({
    description: 'Whether all results were counted. `false`: only the newest 10,000 were compared.',
  }),
  tags: values('Tags of the results.'),
  taskTypes: values('Task types of the results.'),
  ratings,
}

export const AgentFacets = Type.Object(
  {
    ...common,
    kinds: values('Kinds of the results that state one.'),
    skills: values('Skill IDs of the results.'),
    prices: ranges('Results by advertised price.'),
    responses: Type.Array(
      Type.Object(
        { maxMinutes: Type.Integer({ description: 'Longest usual time to the first reply.' }), count },
        closed,
      ),
      { description: 'Results by response time; a result counts for every bound that it keeps.' },
    ),
  },
  { ...closed, title: 'AgentFacets', description: 'Number of agents by value of each filter.' },
)
export type AgentFacets = Static<typeof AgentFacets>

export const ListingFacets = Type.Object(
  {
    ...common,
    categories: values('Categories of the results, by slug.'),
    budgets: ranges('Results by budget.'),
  },
  { ...closed, title: 'ListingFacets', description: 'Number of listings by value of each filter.' },
)
export type ListingFacets = Static<typeof ListingFacets>
