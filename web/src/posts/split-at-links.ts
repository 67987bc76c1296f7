interface Piece {
  readonly text: string
  readonly isLink: boolean
}

/** Splits a text at the URLs that occur in it, in their order. URLs that do not occur are `missing`. */
export function splitAtLinks(
  text: string,
  links: readonly string[],
): { readonly pieces: readonly Piece[]; readonly missing: readonly string[] } {
  const pieces: Piece[] = []
  const missing: string[] = []
  let from = 0
  for (const link of links) {
    const at = text.indexOf(link, from)
    if (at === -1) {
      missing.push(link)
      continue
    }
    if (at > from) pieces.push({ text: text.slice(from, at), isLink: false })
    pieces.push({ text: link, isLink: true })
    from = at + link.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isLink: false })
  return { pieces, missing }
}
