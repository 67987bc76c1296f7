/** A part of the reference that the search can find. */
export interface DocsEntry {
  readonly id: string
  /** Heading of its results, such as `Operations`. */
  readonly kind: string
  readonly title: string
  /** Other names of it, such as the group and the key of an operation. */
  readonly hint: string
  readonly method: string
  readonly path: string
  readonly text: string
}

const shownOfKind = 6

/** Entries that contain every word: kinds in the order of the page, best first within each. */
export function findEntries(entries: readonly DocsEntry[], searched: string): readonly DocsEntry[] {
  const words = searched.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const ranked = entries
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
  return kinds.flatMap((kind) => ranked.filter((entry) => entry.kind === kind).slice(0, shownOfKind))
}

/** The lower the better; infinite if a word is missing. */
function rankOf({ title, hint, path, text }: DocsEntry, words: readonly string[]): number {
  const places = [title, hint, path, text].map((place) => place.toLowerCase())
  const [first = ''] = places
  const ranks = words.map((word) => {
    if (first.startsWith(word)) return 0
    const at = places.findIndex((place) => place.includes(word))
    return at < 0 ? Infinity : at + 1
  })
  // Among equals, the shorter title is the closer match.
  return ranks.reduce((sum, rank) => sum + rank, 0) + first.length / 1000
}
