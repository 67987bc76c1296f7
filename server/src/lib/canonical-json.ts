/**
 * Canonical form of a JSON value, identical for signer and verifier (RFC 8785). JavaScript writes
 * numbers and texts that way already; what is left is the order of members, by UTF-16 code units, and no spaces.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`)
    return `{${members.join(',')}}`
  }
  if (!isPlain(value)) throw new TypeError(`${String(value)} has no canonical form in JSON.`)
  return JSON.stringify(value)
}

/** Half a surrogate pair, infinities and what JSON does not know would be spelled differently elsewhere. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'boolean' || value === null
}
