/** Generated SSRF attempts, and legitimate URLs among them. */
import type { EgressSettings } from '../../server/src/ports/egress/policy.ts'
import type { Random } from '../../server/test/fixtures/seeded-random.ts'
import { ranges, specialRangeOf, formatAddress, type Range } from './address-ranges.ts'
import { authorities, internalNames, paths, schemes } from './url-parts.ts'
import { notationsOfV4, notationsOfV6 } from './address-notations.ts'

export interface Attempt {
  readonly url: string
  readonly settings: EgressSettings
  /** DNS answers, lookup by lookup. */
  readonly answers: readonly (readonly string[])[]
  /** Result of a connection: it fails, gets a redirect, or reaches a different host. */
  readonly end: 'refused' | 'redirect' | 'other host'
  /** A legitimate URL, to which the server must connect. */
  readonly legitimate: boolean
}

const common = { ownPorts: [4000, 4001], ownAddresses: ['45.33.32.156', '2600:3c01::f03c:91ff:fe18:bb2f'] }

const publicServer: EgressSettings = {
  ...common,
  ownOrigin: 'https://souk.example.com',
  loopbackAllowed: false,
  httpAllowed: false,
}
export const developmentServer: EgressSettings = {
  ...common,
  ownOrigin: 'http://localhost:4000',
  loopbackAllowed: true,
  httpAllowed: false,
}

const publicAddresses = ['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e']
const metadata = ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192', '168.63.129.16']
const invalidAddresses = ['intranet', '127.1', '0x7f.1', '::1%lo', '[::1]', '8.8.8.8/8', '']
const publicNames = ['hooks.example.com', 'HOOKS.Example.com', 'bücher.example.com', 'a.b.c.d.example.org']

const kinds: readonly (readonly [
  weight: number,
  make: (random: Random, turn: number) => Partial<Attempt>,
])[] = [
  [45, inRandomNotation],
  [20, (random, turn) => ({ answers: [mixedAnswers(random, boundaryAddress(random, turn))] })],
  [
    5,
    (random) => ({
      answers: [
        mixedAnswers(random, random.pick([...metadata, ...invalidAddresses, ...common.ownAddresses])),
      ],
    }),
  ],
  [10, rebinding],
  [3, () => ({ answers: [[]] })],
  [8, (random) => ({ url: `https://${random.pick(internalNames)}/hook` })],
  [10, (random) => ({ url: malformed(random) })],
  [1, () => ({ end: 'redirect', settings: developmentServer })],
  [1, () => ({ end: 'other host', settings: publicServer, legitimate: true })],
]

/** `turn` cycles through all ranges, so that none depends on chance. */
export function attemptOf(random: Random, turn: number): Attempt {
  let left = random.below(kinds.reduce((sum, [weight]) => sum + weight, 0))
  const make = kinds.find(([weight]) => (left -= weight) < 0)?.[1] ?? inRandomNotation
  return {
    url: `https://${random.pick(publicNames)}/hook`,
    settings: random.chance(60) ? publicServer : developmentServer,
    answers: [[random.pick(publicAddresses)]],
    end: 'refused',
    legitimate: false,
    ...make(random, turn),
  }
}

/** Well-known attempts: one per result, then known addresses in every notation, internal names, unusual authorities. */
export function knownAttempts(): Attempt[] {
  const plain: Attempt = {
    url: 'https://hooks.example.com/hook',
    settings: publicServer,
    answers: [['8.8.8.8'], ['169.254.169.254']],
    end: 'refused',
    legitimate: true,
  }
  const knownTargets = [
    '127.0.0.1',
    '169.254.169.254',
    '10.0.0.1',
    '0.0.0.0',
    '::1',
    'fd00:ec2::254',
    'fe80::1',
  ]
  const inAllNotations = knownTargets.flatMap((target) =>
    (target.includes(':') ? notationsOfV6 : notationsOfV4).map((notation) => notation(target)),
  )
  const hosts = [...inAllNotations, ...internalNames, ...authorities]
  return [
    plain,
    { ...plain, answers: [[]], legitimate: false },
    { ...plain, end: 'redirect', settings: developmentServer },
    { ...plain, end: 'other host' },
    ...hosts.flatMap((host) =>
      [publicServer, developmentServer].map((settings) => ({
        ...plain,
        url: `https://${host}/hook`,
        settings,
        legitimate: false,
      })),
    ),
  ]
}

function inRandomNotation(random: Random, turn: number): Partial<Attempt> {
  const address = boundaryAddress(random, turn)
  const notations = address.includes(':') ? notationsOfV6 : notationsOfV4
  const plain = random.chance(20)
  const notation = plain ? notations[0] : random.pick(notations)
  const scheme = random.chance(90) ? 'https' : 'http'
  return {
    url: `${scheme}://${notation?.(address) ?? address}${random.chance(80) ? '' : ':8443'}/hook`,
    legitimate: plain && scheme === 'https' && specialRangeOf(address) === undefined,
  }
}

/** The first and last address of a range, their neighbors outside, or one inside. */
function boundaryAddress(random: Random, turn: number): string {
  const { first, last, family }: Range = ranges[turn % ranges.length] ?? random.pick(ranges)
  const top = family === 4 ? (1n << 32n) - 1n : (1n << 128n) - 1n
  const within = first + (randomBits(random) % (last - first + 1n))
  const value = random.pick([first - 1n, first, within, within, last, last + 1n])
  return formatAddress(value < 0n ? 0n : value > top ? top : value, family)
}

function randomBits(random: Random): bigint {
  return Array.from({ length: 8 }, () => random.below(65_536)).reduce(
    (bits, part) => bits * 65_536n + BigInt(part),
    0n,
  )
}

/** One forbidden address at any position among public ones. */
function mixedAnswers(random: Random, bad: string): string[] {
  const answers = Array.from({ length: random.pick([0, 0, 1, 2, 5]) }, () => random.pick(publicAddresses))
  return answers.toSpliced(random.below(answers.length + 1), 0, bad)
}

/** DNS rebinding: the second lookup returns a different address. */
function rebinding(random: Random, turn: number): Partial<Attempt> {
  const good = [random.pick(publicAddresses)]
  const bad = [random.chance(50) ? random.pick(metadata) : boundaryAddress(random, turn)]
  return { answers: random.chance(70) ? [good, bad] : [bad, good] }
}

function malformed(random: Random): string {
  const scheme = random.chance(60) ? 'https://' : random.pick(schemes)
  const path = random.chance(60) ? '/hook' : random.pick(paths)
  const long = random.chance(3) ? `/${'x'.repeat(2030 + random.below(30))}` : ''
  return `${scheme}${random.pick(authorities)}${path}${long}`
}
