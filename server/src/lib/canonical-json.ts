/**
 * Canonical JSON (RFC 8785), identical for signer and verifier. JSON.stringify already formats numbers and strings as
 * required; this function adds the order of members, by UTF-16 code units.
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
  if (!isPlain(value)) throw new TypeError(`${String(value)} has no canonical JSON form.`)
  return JSON.stringify(value)
}

/** Lone surrogates, infinities and types outside of JSON have no canonical form. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'boolean' || value === null
}
