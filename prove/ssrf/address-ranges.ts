/** An independent implementation of special-purpose address ranges; shares no code with the egress policy it checks. */
import { isIPv4, isIPv6 } from 'node:net'

export interface Range {
  readonly first: bigint
  readonly last: bigint
  readonly family: 4 | 6
  readonly name: string
}

/** Special-purpose ranges of the IANA registries (RFC 6890 and later), and other ranges without public hosts. */
const specialRanges: readonly (readonly [ranges: string, name: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8 172.16.0.0/12 192.168.0.0/16', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8 ::1/128', 'loopback'],
  ['169.254.0.0/16 fe80::/10', 'link-local'],
  ['192.0.0.0/24', 'IETF protocol assignments'],
  ['192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20', 'documentation'],
  ['192.31.196.0/24 192.52.193.0/24 192.175.48.0/24 2620:4f:8000::/48', 'AS112 and AMT'],
  ['192.88.99.0/24 2002::/16', '6to4'],
  ['198.18.0.0/15', 'benchmarking'],
  ['224.0.0.0/4 ff00::/8', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['168.63.129.16/32', 'a cloud platform service'],
  ['::/128', 'unspecified'],
  ['::/96 ::ffff:0:0/96 ::ffff:0:0:0/96', 'an embedded IPv4 address'],
  ['64:ff9b::/96 64:ff9b:1::/48', 'NAT64'],
  ['100::/64 100:0:0:1::/64', 'discarded'],
  ['2001::/23', 'IETF protocol assignments, including Teredo and benchmarking'],
  ['5f00::/16', 'segment routing'],
  ['fc00::/7 fec0::/10', 'unique local'],
  // Global unicast addresses are allocated from 2000::/3 only.
  ['::/3 4000::/2 8000::/1', 'not allocated'],
]

export const ranges: readonly Range[] = specialRanges.flatMap(([list, name]) =>
  list.split(' ').map((range) => rangeOf(range, name)),
)

/** Name of the special range of an address; undefined for a public address. */
export function specialRangeOf(address: string): string | undefined {
  const value = valueOf(address)
  const family = familyOf(address)
  return ranges.find((range) => range.family === family && value >= range.first && value <= range.last)?.name
}

export function isLoopback(address: string): boolean {
  return specialRangeOf(address) === 'loopback'
}

export function sameAddress(left: string, right: string): boolean {
  return familyOf(left) === familyOf(right) && valueOf(left) === valueOf(right)
}

/** 0 when the text is not an IP address. */
export function familyOf(text: string): 0 | 4 | 6 {
  return isIPv4(text) ? 4 : isIPv6(text) && !text.includes('%') ? 6 : 0
}

export function formatAddress(value: bigint, family: 4 | 6): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.')
  const groups = Array.from({ length: 8 }, (_, index) => (value >> BigInt(112 - 16 * index)) & 0xffffn)
  return groups.map((group) => group.toString(16)).join(':')
}

export function valueOf(address: string): bigint {
  if (isIPv4(address)) {
    return address.split('.').reduce((value, octet) => value * 256n + BigInt(octet), 0n)
  }
  if (familyOf(address) === 0) return -1n
  const [head = '', tail] = address.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0n)
  return [...before, ...zeros, ...after].reduce((value, group) => value * 65_536n + group, 0n)
}

function groupsOf(text: string): bigint[] {
  return text.split(':').flatMap((group) => {
    if (group === '') return []
    if (!group.includes('.')) return [BigInt(`0x${group}`)]
    const value = valueOf(group)
    return [value >> 16n, value & 0xffffn]
  })
}

function rangeOf(text: string, name: string): Range {
  const [network = '', bits = '0'] = text.split('/')
  const family = isIPv4(network) ? 4 : 6
  const size = 1n << BigInt((family === 4 ? 32 : 128) - Number(bits))
  const first = valueOf(network)
  return { first, last: first + size - 1n, family, name }
}
