/** The only place that decides which headers may go out with a message. */

export type Headers = Readonly<Record<string, string>>

/** Whether nothing in these headers could end a line, open another header or change how the message is framed. */
export function areHeadersAllowed(headers: Headers): boolean {
  const entries = Object.entries(headers)
  return (
    entries.length <= headersMax &&
    entries.every(([name, value]) => isHeaderName(name) && !isOurs(name) && isHeaderValue(value))
  )
}

/** Printable ASCII that neither begins nor ends with a space, which a receiver would not see. */
export function isHeaderValue(value: string): boolean {
  return value.length <= valueLengthMax && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)
}

function isHeaderName(name: string): boolean {
  return name.length <= nameLengthMax && /^[\w!#$%&'*+.^`|~-]+$/.test(name)
}

/** Set by the guard itself, or fit to confuse whoever stands between. */
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
