/** The only place that says what kind of place an IP address leads to. */
import ipaddr from 'ipaddr.js'

export interface Address {
  /** The one spelling in which addresses are compared and connected to. */
  readonly text: string
  /** `inner` is everything that is neither this machine's loopback nor a host on the public internet. */
  readonly kind: 'public' | 'loopback' | 'inner'
}

/** Reads an address; short, octal and hexadecimal spellings and those with a zone are none. */
export function readAddress(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    const address = ipaddr.IPv4.parse(text)
    return { text: address.toString(), kind: deniedV4.has(address.toString()) ? 'inner' : kindOf(address) }
  }
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.IPv6.parse(text)
  const elsewhere = address.range() === 'unicast' && !address.match(globalUnicast)
  return { text: address.toRFC5952String(), kind: elsewhere ? 'inner' : kindOf(address) }
}

/** A server of the Azure platform for its virtual machines, which lies among public addresses. */
const deniedV4 = new Set(['168.63.129.16'])

/** All IPv6 addresses that have been given out so far; the rest of the space is not the internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Addresses that hold another address, such as NAT64 or 6to4, have ranges of their own and thus are `inner`. */
function kindOf(address: ipaddr.IPv4 | ipaddr.IPv6): Address['kind'] {
  const range = address.range()
  if (range === 'loopback') return 'loopback'
  return range === 'unicast' ? 'public' : 'inner'
}
