/** Whether one of the modes of an agent, which can be wildcards, includes a media type. */
export function acceptsMediaType(modes: readonly string[], type: string): boolean {
  const plain = plainType(type)
  return modes.some((mode) => covers(plainType(mode), plain))
}

/** Without parameters such as the charset. */
function plainType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

function covers(mode: string, type: string): boolean {
  if (mode === '*/*' || mode === type) return true
  return mode.endsWith('/*') && type.startsWith(mode.slice(0, -1))
}
