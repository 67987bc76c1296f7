/** A URL prefix followed by anything but spaces, quotes, brackets and invisible characters. */
const candidate = /https?:\/\/[^\s\p{C}<>"`{}|\\^]+/giu
/** Trailing punctuation belongs to the sentence, not to the URL. */
const punctuation = new Set(".,;:!?'’”»…*_~")
const linksMax = 20
/** Bounds the work for a text full of URL-like strings. */
const candidatesMax = 100

/** The distinct http and https URLs in a text, as written. */
export function linksIn(text: string): string[] {
  const links = new Set<string>()
  let scanned = 0
  for (const [found] of text.matchAll(candidate)) {
    const link = withoutEnd(found)
    if (isPlainAddress(link)) links.add(link)
    scanned += 1
    if (links.size === linksMax || scanned === candidatesMax) break
  }
  return [...links]
}

/** Keeps a closing bracket only if the URL contains the opening one. */
function withoutEnd(found: string): string {
  const unmatched = { ')': count(found, ')') - count(found, '('), ']': count(found, ']') - count(found, '[') }
  let end = found.length
  for (; end > 0; end--) {
    const last = found.charAt(end - 1)
    if (last !== ')' && last !== ']') {
      if (!punctuation.has(last)) break
    } else if (unmatched[last]-- <= 0) break
  }
  return found.slice(0, end)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

/** Refuses URLs with user info, which disguise their host. */
function isPlainAddress(link: string): boolean {
  try {
    const { username, password, hostname } = new URL(link)
    return username === '' && password === '' && hostname !== ''
  } catch {
    return false
  }
}
