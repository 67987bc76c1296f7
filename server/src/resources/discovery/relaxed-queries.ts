/** Queries for a text in plain language, whose words rarely all occur in one profile. */
import { emptyPenalty } from '../agents/search-queries.ts'

interface CountedTerm {
  readonly typed: string
  /** Number of agents with the word. */
  readonly uses: number
}

/** Sizes of the queries after those with all words and with all known words. */
const sizes = [3, 2, 1]

/** In the order of trying: all terms, those that occur in any profile, then only the rarest of these. */
export function relaxedQueries(terms: readonly string[], words: readonly CountedTerm[]): string[] {
  const usesOf = (term: string) =>
    Math.min(...term.split(' ').map((word) => words.find(({ typed }) => typed === word)?.uses ?? 0))
  const rarest = terms
    .filter((term) => usesOf(term) > 0)
    .toSorted((one, other) => usesOf(one) - usesOf(other))
  const chosen = [
    terms,
    rarest,
    ...sizes.filter((size) => size < rarest.length).map((size) => rarest.slice(0, size)),
  ]
  const queries = chosen.map((some) =>
    terms
      .filter((term) => some.includes(term))
      .map(unspaced)
      .join(' '),
  )
  return [...new Set(queries)].filter((query) => query !== '')
}

/** Terms of Chinese and Japanese characters contain spaces, which would split them. */
function unspaced(term: string): string {
  return term.replaceAll(' ', '')
}

/** Match levels of `rankOf`, which the rank multiplies by 1000. */
const levelMax = 9

/** Relevance from 0 to 100: the level of the match, reduced by the words that were dropped. */
export function scoreOf([position]: readonly (string | number)[], share: number): number {
  const rank = Number(position)
  // Empty profiles come last, but match as well as others.
  const level = Math.min(levelMax, Math.floor((rank < 0 ? rank + emptyPenalty : rank) / 1000))
  return Math.round((100 * level * share) / levelMax)
}
