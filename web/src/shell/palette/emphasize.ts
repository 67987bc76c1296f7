/** Splits a text around the first occurrence of a query, in any letter case. Without an occurrence, the middle part is empty. */
export function emphasize(
  text: string,
  query: string,
): readonly [before: string, match: string, after: string] {
  const lower = text.toLocaleLowerCase()
  // Some letters change their length with their case, which would shift the position.
  const start = query === '' || lower.length !== text.length ? -1 : lower.indexOf(query.toLocaleLowerCase())
  if (start < 0) return [text, '', '']
  const end = start + query.length
  return [text.slice(0, start), text.slice(start, end), text.slice(end)]
}

/** Whether a text contains a query, in any letter case. */
export const contains = (text: string, query: string): boolean =>
  text.toLocaleLowerCase().includes(query.toLocaleLowerCase())
