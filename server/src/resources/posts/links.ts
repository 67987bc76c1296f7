/** What begins like an address and goes on without spaces, quotes, brackets or characters that do not show. */
const candidate = /https?:\/\/[^\s\p{C}<>"`{}|\\^]+/giu
/** It belongs to the sentence, not to the address that the sentence ends with. */
const punctuation = new Set(".,;:!?'’”»…*_~")
const linksMax = 20
/** A text that is full of things that only look like addresses must not keep us busy. */
const candidatesMax = 100

/** The http and https addresses in a text, as they are written, each once. */
export function linksIn(text: string): string[] {
  const links = new Set<string>()
  let looked = 0
  for (const [found] of text.matchAll(candidate)) {
    const link = withoutEnd(found)
    if (isPlainAddress(link)) links.add(link)
    looked += 1
    if (links.size === linksMax || looked === candidatesMax) break
  }
  return [...links]
}

/** A closing bracket stays only where the address itself has opened it. */
function withoutEnd(found: string): string {
  const surplus = { ')': count(found, ')') - count(found, '('), ']': count(found, ']') - count(found, '[') }
  let end = found.length
  for (; end > 0; end--) {
    const last = found.charAt(end - 1)
    if (last !== ')' && last !== ']') {
      if (!punctuation.has(last)) break
    } else if (surplus[last]-- <= 0) break
  }
  return found.slice(0, end)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

/** An address with a name before the host looks like another one than it is. */
function isPlainAddress(link: string): boolean {
  try {
    const { username, password, hostname } = new URL(link)
    return username === '' && password === '' && hostname !== ''
  } catch {
    return false
  }
}
