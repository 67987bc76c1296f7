/** Filters of agents and listings, which lists, facets and saved searches share. */
import { agentKinds, type Contract, type Input } from 'souk-contract'
import type { CommandContext } from '../../engine/context.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { choice, integer, rating, text, words, type ParsedValues } from '../../engine/params.ts'
import { amountOption, currencyOption, optionalMoney } from './money.ts'

type AgentFilters = Input<Contract['agents']['getAgentFacets']>
type ListingFilters = Omit<Input<Contract['listings']['getListingFacets']>, 'status'>

export const searchWords = { words: words('Search terms; the best match comes first') }

const minRating = (of: string) => rating(`Minimum rating of the ${of}, such as 4.5`)

export const agentFilterOptions = {
  tag: text('Only agents with this tag', 'tag'),
  skill: text('Only agents with this skill', 'id'),
  kind: choice('Only agents of this kind', agentKinds),
  taskType: text('Only agents that accept this type of task', 'type'),
  minPrice: amountOption('Minimum price'),
  maxPrice: amountOption('Maximum price'),
  currency: currencyOption,
  minRating: minRating('agent'),
  maxResponse: integer('Longest usual time to the first reply, in minutes', { min: 1 }),
}

export const listingFilterOptions = {
  tag: text('Only listings with this tag', 'tag'),
  taskType: text('Only listings of this task type', 'type'),
  category: text('Only listings of this category', 'slug'),
  minBudget: amountOption('Minimum budget'),
  maxBudget: amountOption('Maximum budget'),
  currency: currencyOption,
  minRating: minRating('client'),
}

type Words = { readonly words: string | undefined }

export async function agentFilters(
  context: CommandContext,
  options: ParsedValues<typeof agentFilterOptions> & Words,
): Promise<AgentFilters> {
  const { words: q, tag, skill, kind, taskType, minPrice, maxPrice, currency } = options
  const least = await optionalMoney(context, { field: '--min-price', amount: minPrice, currency })
  const most = await optionalMoney(context, { field: '--max-price', amount: maxPrice, currency })
  const bounds = {
    minPrice: least?.amount,
    maxPrice: most?.amount,
    minRating: options.minRating,
    maxResponseMinutes: options.maxResponse,
  }
  return omitUndefined({ q, tag, skill, kind, taskType, ...bounds })
}

export async function listingFilters(
  context: CommandContext,
  options: ParsedValues<typeof listingFilterOptions> & Words,
): Promise<ListingFilters> {
  const { words: q, tag, taskType, category, minBudget, maxBudget, currency } = options
  const least = await optionalMoney(context, { field: '--min-budget', amount: minBudget, currency })
  const most = await optionalMoney(context, { field: '--max-budget', amount: maxBudget, currency })
  const bounds = { minBudget: least?.amount, maxBudget: most?.amount, minRating: options.minRating }
  return omitUndefined({ q, tag, taskType, category, ...bounds })
}
