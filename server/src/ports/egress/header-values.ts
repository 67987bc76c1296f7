/** The only place that decides which headers a request may have. */

export type Headers = Readonly<Record<string, string>>

/** Whether no header can end a line, inject another header or change the framing. */
export function areHeadersAllowed(headers: Headers): boolean {
  const entries = Object.entries(headers)
  return (
    entries.length <= headersMax &&
    entries.every(([name, value]) => isHeaderName(name) && !isOurs(name) && isHeaderValue(value))
  )
}

/** Printable ASCII without leading or trailing spaces, which receivers strip. */
export function isHeaderValue(value: string): boolean {
  return value.length <= valueLengthMax && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)
}

function isHeaderName(name: string): boolean {
  return name.length <= nameLengthMax && /^[\w!#$%&'*+.^`|~-]+$/.test(name)
}

/** Headers that the client sets itself, or that could confuse proxies. */
function isOurs(name: string): boolean {
  return ours.has(name.toLowerCase()) || name.toLowerCase().startsWith('proxy-')
}

const ours = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

const headersMax = 32
const nameLengthMax = 64
const valueLengthMax = 4096
