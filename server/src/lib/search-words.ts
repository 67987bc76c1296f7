/**
 * What a person types into a search field as a text query of PostgreSQL: each word also by its beginning. Everything
 * that is not a letter or digit only separates words, so no text can break the query.
 */
export function searchWords(q: string): string {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 20)
    .map((word) => `${word}:*`)
    .join(' & ')
}
