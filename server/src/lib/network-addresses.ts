/** The only place that parses addresses of callers and decides which hosts are this machine. */
import ipaddr from 'ipaddr.js'

/**
 * Rate-limit key of a caller's address. An IPv6 client controls a /64, so its key is the prefix; an IPv6 address that
 * embeds an IPv4 address has that one as its key. All text that is not an address shares one key.
 */
export function addressGroup(text: string): string {
  const address = parse(text)
  if (address === undefined) return 'unknown'
  if (address instanceof ipaddr.IPv4) return address.toString()
  const prefix = address.parts.slice(0, 4)
  return `${new ipaddr.IPv6([...prefix, 0, 0, 0, 0]).toRFC5952String()}/64`
}

export function isLoopbackAddress(text: string): boolean {
  return parse(text)?.range() === 'loopback'
}

/** Host as in `HOST` or in the hostname of a URL: only literals count, because any name can resolve to this machine. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost' || host === '::1' || host === '[::1]') return true
  return ipaddr.IPv4.isValidFourPartDecimal(host) && host.startsWith('127.')
}

/** Value of a `Host` header, with or without a port. */
export function isLoopbackAuthority(authority: string): boolean {
  const [, host = ''] = /^([^:]+|\[.+\])(?::\d{1,5})?$/.exec(authority.toLowerCase()) ?? []
  return isLoopbackHost(host)
}

/** Some proxies put the port of the caller into X-Forwarded-For; an IPv6 address may end with an interface. */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [, six, four] = withPort.exec(text) ?? []
  const bare = (six ?? four ?? text).replace(/%.*$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare)
  if (!ipaddr.IPv6.isValid(bare)) return undefined
  const address = ipaddr.IPv6.parse(bare)
  const embedded = embeddedAt[address.range()]
  return embedded === undefined
    ? address
    : new ipaddr.IPv4(address.toByteArray().slice(embedded, embedded + 4))
}

/** Ranges that embed an IPv4 address, with the byte at which it starts. */
const embeddedAt: Partial<Record<string, number>> = { ipv4Mapped: 12, rfc6145: 12, rfc6052: 12, '6to4': 2 }
