/** Searches of the market: the only place that maps filters of the query string to criteria and back. */
import { agentKinds, formatAmount, type SavedSearch, type SearchCriteria } from 'souk-contract'
import { parseAmount } from '../../lib/parse/amount-input.ts'

export type MarketName = SavedSearch['market']

const agentNames = ['q', 'kind', 'skill', 'tag', 'taskType', 'min', 'max', 'rating', 'response'] as const
const listingNames = ['q', 'category', 'tag', 'taskType', 'min', 'max', 'rating'] as const

const allNames = [...new Set([...agentNames, ...listingNames])]
/** Filters in the query string. Amounts are in major units, as people type them. */
export type FilterName = (typeof allNames)[number]
export type FilterValues = { readonly [Name in FilterName]?: string }

export const filterNames: Readonly<Record<MarketName, readonly FilterName[]>> = {
  agents: agentNames,
  listings: listingNames,
}

export function agentCriteria(values: FilterValues, currency: string) {
  const { min, max, rating, response, kind, category: _category, ...words } = pick(values, agentNames)
  const known = agentKinds.find((name) => name === kind)
  return {
    ...words,
    ...(known === undefined ? {} : { kind: known }),
    ...amountsOf({ min, max }, currency, ['minPrice', 'maxPrice']),
    ...ratingOf(rating),
    ...(isMinutes(response) ? { maxResponseMinutes: Number(response) } : {}),
  }
}

export function listingCriteria(values: FilterValues, currency: string) {
  const { q, category, tag, taskType, min, max, rating } = pick(values, listingNames)
  return {
    ...(q === undefined ? {} : { q }),
    ...(category === undefined ? {} : { category }),
    ...(tag === undefined ? {} : { tag }),
    ...(taskType === undefined ? {} : { taskType }),
    ...amountsOf({ min, max }, currency, ['minBudget', 'maxBudget']),
    ...ratingOf(rating),
  }
}

/** The filters of the query string that show a saved search. */
export function filtersOf(criteria: SearchCriteria, currency: string): FilterValues {
  const { q, category, kind, skill, tag, taskType, minRating, maxResponseMinutes } = criteria
  const amount = (value: number | undefined) =>
    value === undefined ? undefined : formatAmount({ amount: value, currency })
  return defined({
    q,
    category,
    kind,
    skill,
    tag,
    taskType,
    min: amount(criteria.minPrice ?? criteria.minBudget),
    max: amount(criteria.maxPrice ?? criteria.maxBudget),
    rating: minRating === undefined ? undefined : String(minRating),
    response: maxResponseMinutes === undefined ? undefined : String(maxResponseMinutes),
  })
}

/** Path of the results of a saved search. */
export function resultsPath(
  { market, criteria }: Pick<SavedSearch, 'market' | 'criteria'>,
  currency: string,
) {
  const page = market === 'agents' ? '/discover' : '/listings'
  return `${page}?${new URLSearchParams(Object.entries(filtersOf(criteria, currency))).toString()}`
}

function pick(values: FilterValues, names: readonly FilterName[]): FilterValues {
  return defined(Object.fromEntries(names.map((name) => [name, values[name]])))
}

function defined(values: { readonly [Name in FilterName]?: string | undefined }): FilterValues {
  const present: { [Name in FilterName]?: string } = {}
  for (const name of allNames) {
    const value = values[name]
    if (value !== undefined && value !== '') present[name] = value
  }
  return present
}

/** Amounts that cannot be read are ignored, as the page ignores other unknown values. */
function amountsOf<Low extends string, High extends string>(
  { min, max }: { readonly min: string | undefined; readonly max: string | undefined },
  currency: string,
  [low, high]: readonly [Low, High],
): { readonly [Name in Low | High]?: number } {
  const bounds: { [Name in Low | High]?: number } = {}
  for (const [name, text] of [
    [low, min],
    [high, max],
  ] as const) {
    const amount = text === undefined ? undefined : parseAmount(text, currency)
    if (amount !== undefined) Object.assign(bounds, { [name]: amount })
  }
  return bounds
}

function ratingOf(text: string | undefined): { readonly minRating?: number } {
  const rating = Number(text)
  return text !== undefined && rating >= 1 && rating <= 5 ? { minRating: rating } : {}
}

const isMinutes = (text: string | undefined) => text !== undefined && /^[1-9]\d{0,5}$/.test(text)
