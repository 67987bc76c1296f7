/** The only place that classifies IP addresses. */
import ipaddr from 'ipaddr.js'

interface Address {
  /** Canonical spelling, used to compare and connect. */
  readonly text: string
  /** `private`: neither loopback nor public, including reserved ranges. */
  readonly kind: 'public' | 'loopback' | 'private'
}

/** Parses an address. Short, octal and hexadecimal spellings and zone ids are invalid. */
export function readAddress(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    const address = ipaddr.IPv4.parse(text)
    return { text: address.toString(), kind: deniedV4.has(address.toString()) ? 'private' : kindOf(address) }
  }
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.IPv6.parse(text)
  const isUnallocated = address.range() === 'unicast' && !address.match(globalUnicast)
  return { text: address.toRFC5952String(), kind: isUnallocated ? 'private' : kindOf(address) }
}

/** Azure's platform server for virtual machines, which lies in a public range. */
const deniedV4 = new Set(['168.63.129.16'])

/** The allocated IPv6 space; the rest is not the internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Addresses that embed another one (NAT64, 6to4) have separate ranges and are therefore `private`. */
function kindOf(address: ipaddr.IPv4 | ipaddr.IPv6): Address['kind'] {
  const range = address.range()
  if (range === 'loopback') return 'loopback'
  return range === 'unicast' ? 'public' : 'private'
}
