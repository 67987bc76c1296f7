/** Notations that have been used to bypass address checks. */
import { valueOf, formatAddress } from './address-ranges.ts'

type Notation = (address: string) => string

const octets = (address: string) => address.split('.').map(Number)
const mapOctets = (address: string, formatOctet: (octet: number) => string) =>
  octets(address).map(formatOctet).join('.')
const hex = (octet: number) => `0x${octet.toString(16)}`
const octal = (octet: number) => `0${octet.toString(8)}`
const low = (address: string, bits: number) => Number(valueOf(address) % (1n << BigInt(bits)))
const inGroups = (address: string) => valueOf(address).toString(16).padStart(8, '0').replace(/^.{4}/, '$&:')
const escaped = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
const shifted = (text: string, zero: number) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** The plain notation first. Some URL parser reads each of the others as the address, or fails to. */
export const notationsOfV4: readonly Notation[] = [
  (address) => address,
  (address) => `${address}.`,
  (address) => String(valueOf(address)),
  (address) => `0x${valueOf(address).toString(16)}`,
  (address) => `0${valueOf(address).toString(8)}`,
  (address) => mapOctets(address, hex),
  (address) => mapOctets(address, octal),
  (address) => mapOctets(address, (octet) => String(octet).padStart(4, '0')),
  (address) => mapOctets(address, (octet) => (octet % 2 === 0 ? hex(octet) : String(octet))),
  (address) => `${octets(address)[0] ?? 0}.${low(address, 24)}`,
  (address) => `${octets(address).slice(0, 2).join('.')}.${low(address, 16)}`,
  (address) => String(valueOf(address) + (1n << 32n)),
  (address) => address.replaceAll('.', '。'),
  (address) => address.replaceAll('.', '｡'),
  (address) => address.replaceAll('.', '．'),
  (address) => shifted(address, 0xff10),
  (address) => shifted(address, 0x1d7d8),
  (address) => address.replaceAll('1', '①'),
  escaped,
  (address) => `[::ffff:${address}]`,
  (address) => `[::FFFF:${inGroups(address)}]`,
  (address) => `[0:0:0:0:0:ffff:${address}]`,
  (address) => `[::${address}]`,
  (address) => `[::ffff:0:${address}]`,
  (address) => `[64:ff9b::${address}]`,
  (address) => `[64:ff9b:1::${address}]`,
  (address) => `[2002:${inGroups(address)}::1]`,
  (address) => `[2001:0:${inGroups(address)}::]`,
  (address) => `hooks.example.com@${address}`,
  (address) => `hooks.example.com:443@${address}`,
  (address) => `${address}@hooks.example.com`,
  (address) => `hooks.example.com\\@${address}`,
  (address) => `hooks.example.com#@${address}`,
  (address) => `${address}#.example.com`,
  (address) => `${address}\\.example.com`,
  (address) => `${address}%00.example.com`,
  (address) => `${address}%2eexample.com`,
  (address) => `${address}:443:80`,
  (address) => `${address}\t`,
  (address) => ` ${address}`,
]

export const notationsOfV6: readonly Notation[] = [
  (address) => `[${address}]`,
  (address) => `[${address.toUpperCase()}]`,
  (address) => `[${address.replace(/(?:\b0(?::|$)){2,}/, ':')}]`,
  (address) =>
    `[${address.replace(/:[^:]*:[^:]*$/, `:${formatAddress(valueOf(address) & 0xffffffffn, 4)}`)}]`,
  (address) => `[${address}%25eth0]`,
  (address) => `[${address}%lo]`,
  (address) => `[${address}/64]`,
  (address) => `[${address}].`,
  (address) => `[[${address}]]`,
  (address) => address,
  (address) => `hooks.example.com@[${address}]`,
  (address) => `[${address}]@hooks.example.com`,
]
