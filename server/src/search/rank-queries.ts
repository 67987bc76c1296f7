/** The only place that ranks search matches, and bounds how many are ranked. */
import { sql, type RawBuilder } from 'kysely'
import type { SearchQuery } from './parse-query.ts'
import type { Market } from './tables.ts'
import { textQuery, type QueryForm } from './tokenize.ts'

/** Up to this many matches are all ranked. */
export const rankedMax = 2000

/** With more matches, this many are sampled from the newest, the best and those with the terms in their name… */
export const sampleMax = 300
/** …out of at most this many rows, which bounds the cost. A small sample means that the terms rarely occur together. */
export const scannedMax = 5000
export const sampleMin = 50

export function matchesQuery(
  search: RawBuilder<unknown>,
  { terms }: Pick<SearchQuery, 'terms'>,
  form: QueryForm,
): RawBuilder<boolean> {
  return sql<boolean>`${search} @@ to_tsquery('simple', ${textQuery(terms, form)})`
}

/**
 * Source of all matches. With a rare term, the index is queried only for that term, because the prefix of a common term
 * would collect a large part of the table first. `offset 0` is an optimization fence that keeps the other conditions
 * out of that step.
 */
export function candidates(
  market: Market,
  query: SearchQuery,
  isShown: RawBuilder<boolean>,
): RawBuilder<unknown> {
  if (query.terms.length === 1 || query.matches > rankedMax) return sql.table(market)
  const rare = matchesQuery(sql`search`, { terms: query.rarest }, { as: 'corrected' })
  return sql`(select * from ${sql.table(market)} where ${isShown} and ${rare} offset 0) as ${sql.table(market)}`
}

/**
 * Rank of a match, 1 to 9. Typed terms (4 to 9) before corrected ones (1 to 3); then position: all terms in the name or
 * title, some there or all in labels, or elsewhere; then exact words before prefixes.
 */
export function rankOf(search: RawBuilder<unknown>, query: SearchQuery): RawBuilder<number> {
  const where = (as: 'prefix' | 'corrected') => {
    const among = matchesQuery(search, query, { as, within: 'AB' })
    const some = matchesQuery(search, query, { as, within: 'A', any: true })
    return sql`case when ${matchesQuery(search, query, { as, within: 'A' })} then 2
      when ${query.terms.length > 1 ? sql`${some} or ${among}` : among} then 1 else 0 end`
  }
  const typed = sql<number>`4 + 2 * (${where('prefix')}) + (${matchesQuery(search, query, { as: 'exact' })})::int`
  if (query.terms.every((term) => term.corrections.length === 0)) return typed
  return sql`case when ${matchesQuery(search, query, { as: 'prefix' })} then ${typed} else 1 + (${where('corrected')}) end`
}
