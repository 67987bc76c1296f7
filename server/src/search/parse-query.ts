import type { Reader } from '../db/transact.ts'
import { corrections } from './edit-distance.ts'
import { searchTerms, type QueryTerm } from './tokenize.ts'
import { lookUpWords, type CountedWord } from './queries.ts'
import type { Market } from './tables.ts'

/** A parsed search query. */
export interface SearchQuery {
  readonly terms: readonly QueryTerm[]
  /** The terms with the fewest matches. */
  readonly rarest: readonly QueryTerm[]
  /** Upper bounds from the vocabulary: texts that match all terms, and agents with them in their name. */
  readonly matches: number
  readonly names: number
}

/** Undefined without a searchable term. */
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
  const words = known.map((word) => ({ ...word, corrected: corrections(word, word.near) }))
  const rarest = (count: (word: CountedWord) => number) => {
    const counts = words.map((word) => [word, ...word.corrected].reduce((sum, each) => sum + count(each), 0))
    const least = Math.min(...counts)
    return { least, word: words[counts.indexOf(least)] }
  }
  const queryTerms = terms.map((term) => {
    const found = words.find(({ typed }) => typed === term)
    return { term, corrections: found?.corrected.map(({ word }) => word) ?? [] }
  })
  const { least, word } = rarest(({ uses }) => uses)
  return {
    terms: queryTerms,
    rarest: queryTerms.filter(({ term }) => term.split(' ').includes(word?.typed ?? '')),
    matches: least,
    names: rarest(({ names }) => names).least,
  }
}
