/** Arbitrary URLs in every notation known to bypass URL checks, and arbitrary DNS answers. */
import * as fc from 'fast-check'
import type { EgressSettings } from './policy.ts'

/** Ports of the imaginary server. */
export const ownPorts = [4000, 4001]

const oneOf = (words: string) => fc.constantFrom(...words.trim().split(/\s+/))

const anyV4 = fc.oneof(
  oneOf(`127.0.0.1 127.8.9.10 0.0.0.0 10.0.0.1 172.16.5.4 192.168.1.1 169.254.169.254 100.100.100.200
    168.63.129.16 192.0.2.7 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255`),
  oneOf('8.8.8.8 93.184.216.34 45.33.32.156 127.0.0.1'),
  fc.ipV4(),
)
const anyV6 = fc.oneof(
  oneOf(`:: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 64:ff9b:1::1 2001::1 2001:db8::1
    2002:7f00:1:: 3fff::1 4000::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1`),
  oneOf('2606:4700:4700::1111 2a00:1450:4001:81b:0:0:0:200e 2600:3c01::f03c:91ff:fe18:bb2f ::1'),
  fc.ipV6(),
)

const octets = (address: string) => address.split('.').map(Number)
const each = (address: string, write: (octet: number) => string) => octets(address).map(write).join('.')
const toInteger = (address: string) => octets(address).reduce((sum, octet) => sum * 256 + octet, 0)
const toHexGroups = (address: string) =>
  toInteger(address).toString(16).padStart(8, '0').replace(/^.{4}/, '$&:')
const fullWidth = (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff_10 + Number(digit)))
const escaped = (text: string) =>
  [...text].map((letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')

const notations: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => `${address}.`,
  (address) => String(toInteger(address)),
  (address) => `0x${toInteger(address).toString(16)}`,
  (address) => `0${toInteger(address).toString(8)}`,
  (address) => each(address, (octet) => `0x${octet.toString(16)}`),
  (address) => each(address, (octet) => `0${octet.toString(8)}`),
  (address) => each(address, (octet) => String(octet).padStart(4, '0')),
  (address) => `${octets(address)[0] ?? 0}.${toInteger(address) % 2 ** 24}`,
  (address) => `${octets(address).slice(0, 2).join('.')}.${toInteger(address) % 2 ** 16}`,
  (address) => address.replaceAll('.', '。'),
  fullWidth,
  escaped,
  (address) => `[::ffff:${address}]`,
  (address) => `[::${address}]`,
  (address) => `[64:ff9b::${address}]`,
  (address) => `[::ffff:${toHexGroups(address)}]`,
  (address) => `[2002:${toHexGroups(address)}::1]`,
  (address) => `${address}.example.com`,
  (address) => `hooks.example.com@${address}`,
  (address) => `${address}%00.example.com`,
  (address) => `hooks.example.com#@${address}`,
  (address) => `hooks.example.com\\@${address}`,
]

const publicName = oneOf(
  'hooks.example.com HOOKS.Example.com bücher.example.com a.b.c.d.example.com my_a.example.com',
)
const forbiddenName = oneOf(`localhost app.localhost LocalHost localhost. ⓛocalhost intranet printer.local
  metadata.google.internal hooks.example.com. souk.example.com SOUK.example.com 127.0.0.1.nip.io a..example.com
  -a.example.com . * a%2eexample.com a%09b.example.com`)

const host = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(anyV4, fc.constantFrom(...notations)).map(([address, spell]) => spell(address)),
  },
  { weight: 4, arbitrary: anyV6.map((address) => `[${address}]`) },
  {
    weight: 1,
    arbitrary: fc.tuple(anyV6, oneOf('%25lo %eth0 /64 ]')).map(([address, tail]) => `[${address}${tail}]`),
  },
  { weight: 8, arbitrary: publicName },
  { weight: 4, arbitrary: forbiddenName },
  { weight: 2, arbitrary: fc.domain() },
  { weight: 1, arbitrary: fc.webAuthority() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
)

/** Biased to the usual value: a URL with three faults tests no more than one with a single fault. */
const mostly = (common: string, others: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(common) }, { weight: 1, arbitrary: others })

const scheme = mostly(
  'https://',
  fc.oneof(
    oneOf('http:// HTTP:// HTTPS://'),
    oneOf('http: https:/ https:/// // ftp:// ws:// file:// javascript: data: https:\\\\'),
    fc.constantFrom('', ' https://', 'ht\ttps://'),
  ),
)
const user = mostly('', oneOf('user@ user:secret@ @ :@ a@b@ %40'))
const port = mostly(
  '',
  fc.oneof(
    oneOf(': :443 :80 :8443 :9000 :4000 :4001 :22 :0 :5432 :6379'),
    fc.integer({ min: -1, max: 70_000 }).map((number) => `:${number}`),
  ),
)
const path = mostly(
  '/hook',
  fc.oneof(
    fc.constantFrom('', '?a=b', '#', '#x', '/\\x', '/%0d%0aHost:x', '/\r\nX: y', '/a b', '/@x', '/\ud800'),
    fc.webPath(),
    fc.string({ unit: 'binary', maxLength: 12 }),
  ),
)
export const urls = fc.tuple(scheme, user, host, port, path).map((parts) => parts.join(''))

export const anySettings = fc
  .record({ loopbackAllowed: fc.boolean(), httpAllowed: fc.boolean(), home: fc.boolean() })
  .map(({ home, ...allowed }): EgressSettings => ({
    ...allowed,
    ownOrigin: home ? 'http://localhost:4000' : 'https://souk.example.com',
    ownPorts,
    ownAddresses: ['45.33.32.156', '2600:3c01::f03c:91ff:fe18:bb2f'],
  }))

/** Arbitrary DNS answers, including invalid addresses. */
export const answers = fc.oneof(
  fc.array(oneOf('8.8.8.8 93.184.216.34 2606:4700:4700::1111'), { maxLength: 3 }),
  fc.array(fc.oneof(anyV4, anyV6), { maxLength: 4 }),
  fc.array(oneOf('127.0.0.1 ::1'), { minLength: 1, maxLength: 2 }),
  fc.array(fc.oneof(anyV4, oneOf('intranet 0x7f.1 127.1 ::1%lo [::1] 8.8.8.8/8'), fc.constant('')), {
    maxLength: 3,
  }),
)
