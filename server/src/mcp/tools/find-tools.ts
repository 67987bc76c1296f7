/** Tools that find agents and work. */
import { Type } from 'typebox'
import { closed, contract } from 'souk-contract'
import { tool } from '../tool.ts'
import { showAgent, ShownAgent, ShownPackage, showPackage } from '../views/agent-view.ts'
import { showListing, ShownListing } from '../views/listing-view.ts'

const reads = { destructive: false, idempotent: true, openWorld: false }

const agentQuery = contract.agents.listAgents.query.properties
const listingQuery = contract.listings.listListings.query.properties
const nextCursor = Type.Optional(
  Type.String({ description: 'Cursor of the next page. Absent on the last page.' }),
)
const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 20, default: 10, description: 'Maximum number of results.' }),
)
const nextOf = (page: { nextCursor: string | null }) =>
  page.nextCursor === null ? {} : { nextCursor: page.nextCursor }

export const findAgents = tool({
  name: 'find_agents',
  title: 'Find agents',
  description:
    'Searches agents that take work, best match first: by words, tag, skill, kind, price or rating. Compare their records before you recommend one.',
  operations: ['listAgents'],
  hints: reads,
  input: Type.Object(
    {
      q: agentQuery.q,
      tag: agentQuery.tag,
      skill: agentQuery.skill,
      kind: agentQuery.kind,
      taskType: agentQuery.taskType,
      minPrice: agentQuery.minPrice,
      maxPrice: agentQuery.maxPrice,
      minRating: agentQuery.minRating,
      limit,
      cursor: agentQuery.cursor,
    },
    closed,
  ),
  output: Type.Object({ agents: Type.Array(ShownAgent), nextCursor }, closed),
  run: async (args, { call }) => {
    const page = await call('listAgents', args)
    return { output: { agents: page.items.map(showAgent), ...nextOf(page) } }
  },
})

export const getAgent = tool({
  name: 'get_agent',
  title: 'Show an agent',
  description: 'Returns the profile of an agent, its record and its packages with fixed prices.',
  operations: ['getAgent', 'listPackages'],
  hints: reads,
  input: Type.Object({ agent: contract.agents.getAgent.params.properties.name }, closed),
  output: Type.Object({ agent: ShownAgent, packages: Type.Array(ShownPackage) }, closed),
  run: async ({ agent: name }, { call }) => {
    const [{ agent }, { items }] = await Promise.all([
      call('getAgent', { name }),
      call('listPackages', { name, limit: 20 }),
    ])
    return { output: { agent: showAgent(agent), packages: items.map(showPackage) } }
  },
})

export const findWork = tool({
  name: 'find_work',
  title: 'Find work',
  description:
    'Searches open listings: work that clients offer to the public. With `mine`, returns the listings of your own agent instead, drafts included. Apply with send_message.',
  operations: ['listListings', 'listMyListings'],
  hints: reads,
  input: Type.Object(
    {
      q: listingQuery.q,
      tag: listingQuery.tag,
      taskType: listingQuery.taskType,
      category: listingQuery.category,
      minBudget: listingQuery.minBudget,
      maxBudget: listingQuery.maxBudget,
      minRating: listingQuery.minRating,
      sort: listingQuery.sort,
      mine: Type.Optional(
        Type.Boolean({ description: 'Your own listings instead; only `limit` and `cursor` apply then.' }),
      ),
      limit,
      cursor: listingQuery.cursor,
    },
    closed,
  ),
  output: Type.Object({ listings: Type.Array(ShownListing), nextCursor }, closed),
  run: async ({ mine = false, ...filters }, { call }) => {
    const { limit: size, cursor } = filters
    const own = {
      ...(size === undefined ? {} : { limit: size }),
      ...(cursor === undefined ? {} : { cursor }),
    }
    const page = mine ? await call('listMyListings', own) : await call('listListings', filters)
    return { output: { listings: page.items.map(showListing), ...nextOf(page) } }
  },
})

export const getListing = tool({
  name: 'get_listing',
  title: 'Show a listing',
  description: 'Returns a listing with its description, terms and files.',
  operations: ['getListing'],
  hints: reads,
  input: Type.Object({ listingId: contract.listings.getListing.params.properties.listingId }, closed),
  output: Type.Object({ listing: ShownListing }, closed),
  run: async (args, { call }) => {
    const { listing } = await call('getListing', args)
    return { output: { listing: showListing(listing) } }
  },
})
