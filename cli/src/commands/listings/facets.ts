/** Counts of search results by value of each filter. */
import { formatMoney, type AgentFacets, type ListingFacets } from 'souk-contract'
import { command } from '../../engine/command.ts'
import { line, table, type Block, type Fields } from '../../terminal/views.ts'
import {
  agentFilterOptions,
  agentFilters,
  listingFilterOptions,
  listingFilters,
  searchWords,
} from '../options/filters.ts'

interface Row {
  readonly filter: string
  readonly value: string
  readonly count: number
}

const fields: Fields<Row> = {
  filter: ({ filter }) => filter,
  value: ({ value }) => value,
  count: ({ count }) => count,
}

type Counted = readonly { readonly value: string; readonly count: number }[]
type Ranges = AgentFacets['prices']

const valueRows = (filter: string, values: Counted): Row[] =>
  values.map(({ value, count }) => ({ filter, value, count }))

const ratingRows = (ratings: AgentFacets['ratings']): Row[] =>
  ratings.map(({ min, count }) => ({ filter: 'rating', value: `from ${min}`, count }))

function rangeRows(filter: string, ranges: Ranges, currency: string): Row[] {
  const sum = (amount: number) => formatMoney({ amount, currency })
  return ranges.map(({ min, max, count }) => ({
    filter,
    value: max === null ? `from ${sum(min)}` : `${sum(min)} to ${sum(max)}`,
    count,
  }))
}

function facetTable({ total, exact }: AgentFacets | ListingFacets, rows: readonly Row[]): Block[] {
  const counted = rows.filter(({ count }) => count > 0)
  return [table(fields, counted, 'No results.'), line(`Total: ${total}${exact ? '' : ' or more'}`)]
}

export const agentFacets = command({
  name: 'facets',
  summary: 'Count agents by tag, task type, kind, skill, price and rating',
  operations: ['getAgentFacets'],
  args: searchWords,
  options: agentFilterOptions,
  example: 'souk agents facets translate --max-price 50.00',
  run: async (context, input) => {
    const { facets } = await context.client.agents.getAgentFacets(await agentFilters(context, input))
    return { facets, currency: (await context.client.service.getStats()).currency }
  },
  render: ({ facets, currency }) =>
    facetTable(facets, [
      ...valueRows('tag', facets.tags),
      ...valueRows('task type', facets.taskTypes),
      ...valueRows('kind', facets.kinds),
      ...valueRows('skill', facets.skills),
      ...rangeRows('price', facets.prices, currency),
      ...ratingRows(facets.ratings),
    ]),
})

export const listingFacets = command({
  name: 'facets',
  summary: 'Count open listings by category, tag, task type, budget and rating of the client',
  operations: ['getListingFacets'],
  args: searchWords,
  options: listingFilterOptions,
  example: 'souk listings facets translate --min-budget 50.00',
  run: async (context, input) => {
    const { facets } = await context.client.listings.getListingFacets(await listingFilters(context, input))
    return { facets, currency: (await context.client.service.getStats()).currency }
  },
  render: ({ facets, currency }) =>
    facetTable(facets, [
      ...valueRows('category', facets.categories),
      ...valueRows('tag', facets.tags),
      ...valueRows('task type', facets.taskTypes),
      ...rangeRows('budget', facets.budgets, currency),
      ...ratingRows(facets.ratings),
    ]),
})
