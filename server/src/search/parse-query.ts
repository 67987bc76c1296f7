/** The only place that says how well a text matches a search, and how many matches are compared at most. */
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../db/transact.ts'
import { corrections } from './edit-distance.ts'
import { searchTerms, textQuery, type QueryTerm, type QueryForm } from './tokenize.ts'
import { lookUpWords, type CountedWord, type Market } from './queries.ts'

/** A search as it is understood. */
export interface SearchQuery {
  readonly terms: readonly QueryTerm[]
  /** The one that the fewest have. */
  readonly rarest: readonly QueryTerm[]
  /** How many have all of its words at most, by the last count, and how many agents have them in their name. */
  readonly matches: number
  readonly names: number
}

/** Undefined where nothing was typed that could be looked for. */
export async function parseQuery(
  reader: Reader,
  market: Market,
  q: string,
): Promise<SearchQuery | undefined> {
  const terms = searchTerms(q)
  if (terms.length === 0) return undefined
  const known = await lookUpWords(
    reader,
    market,
    terms.flatMap((term) => term.split(' ')),
  )
  const words = known.map((word) => ({ ...word, meant: corrections(word, word.near) }))
  const rarest = (count: (word: CountedWord) => number) => {
    const counts = words.map((word) => [word, ...word.meant].reduce((sum, each) => sum + count(each), 0))
    const least = Math.min(...counts)
    return { least, word: words[counts.indexOf(least)] }
  }
  const meant = terms.map((term) => {
    const found = words.find(({ typed }) => typed === term)
    return { term, corrections: found?.meant.map(({ word }) => word) ?? [] }
  })
  const { least, word } = rarest(({ uses }) => uses)
  return {
    terms: meant,
    rarest: meant.filter(({ term }) => term.split(' ').includes(word?.typed ?? '')),
    matches: least,
    names: rarest(({ names }) => names).least,
  }
}

/** What matches no more often is compared as a whole. */
export const rankedMax = 2000

/** Of what matches more often, so many of the newest, of the best and of those named so are compared… */
export const sampleMax = 300
/** …and looked for among so many, so that the cost has a bound. Too few found mean that the words seldom meet. */
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
 * Where all matches are to be found. Beside a rare word the index is asked for that one only, because for the beginning of a
 * common one it would gather everybody first; `offset 0` keeps the other conditions out of that step.
 */
export function candidates(
  market: Market,
  wanted: SearchQuery,
  isShown: RawBuilder<boolean>,
): RawBuilder<unknown> {
  if (wanted.terms.length === 1 || wanted.matches > rankedMax) return sql.table(market)
  const rare = matchesQuery(sql`search`, { terms: wanted.rarest }, { as: 'corrected' })
  return sql`(select * from ${sql.table(market)} where ${isShown} and ${rare} offset 0) as ${sql.table(market)}`
}

/**
 * How well a text that matches does so, from 1 to 9. What was typed comes before what may have been meant: 4 to 9 and 1 to
 * 3. Then counts where the words stand: in the name or title; some of them there, or all among names and labels; or
 * elsewhere. Then whether they stand there whole or only begin so.
 */
export function rankOf(search: RawBuilder<unknown>, wanted: SearchQuery): RawBuilder<number> {
  const where = (as: 'begun' | 'corrected') => {
    const among = matchesQuery(search, wanted, { as, within: 'AB' })
    const some = matchesQuery(search, wanted, { as, within: 'A', any: true })
    return sql`case when ${matchesQuery(search, wanted, { as, within: 'A' })} then 2
      when ${wanted.terms.length > 1 ? sql`${some} or ${among}` : among} then 1 else 0 end`
  }
  const typed = sql<number>`4 + 2 * (${where('begun')}) + (${matchesQuery(search, wanted, { as: 'whole' })})::int`
  if (wanted.terms.every((term) => term.corrections.length === 0)) return typed
  return sql`case when ${matchesQuery(search, wanted, { as: 'begun' })} then ${typed} else 1 + (${where('corrected')}) end`
}
