/** The only place that decides spelling corrections. */

export interface KnownWord {
  readonly word: string
  /** Number of texts with the word. */
  readonly uses: number
}

const correctionsMax = 3
/** A known word is corrected only to one that is this many times more frequent. */
const usesRatioMin = 20

/** The closest known words, most frequent first; none for a word that is frequent enough itself. */
export function corrections<Near extends KnownWord>(typed: KnownWord, near: readonly Near[]): Near[] {
  const letters = [...typed.word].length
  const editsMax = letters < 9 ? 1 : 2
  const candidates = near
    .filter(
      ({ word, uses }) => !word.startsWith(typed.word) && uses >= Math.max(1, typed.uses * usesRatioMin),
    )
    .map((known) => ({ known, distance: editDistance(typed.word, known.word) }))
    .filter(({ distance }) => distance <= editsMax)
  const least = Math.min(...candidates.map(({ distance }) => distance))
  return candidates
    .filter(({ distance }) => distance === least)
    .map(({ known }) => known)
    .toSorted((left, right) => right.uses - left.uses || (left.word < right.word ? -1 : 1))
    .slice(0, correctionsMax)
}

/** Damerau–Levenshtein distance: substitutions, insertions, deletions and transpositions. */
export function editDistance(typed: string, known: string): number {
  const from = [...typed]
  const to = [...known]
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of from.entries()) {
    const current = [row + 1]
    for (const [column, other] of to.entries()) {
      const swapped = row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === other
      current.push(
        Math.min(
          cost(last[column + 1]) + 1,
          cost(current[column]) + 1,
          cost(last[column]) + (letter === other ? 0 : 1),
          swapped ? cost(beforeLast[column - 1]) + 1 : Infinity,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return cost(last.at(-1))
}

function cost(value: number | undefined): number {
  return value ?? Infinity
}
