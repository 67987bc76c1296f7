/** Made-up tries to have the server connect to where it must not, and honest ones among them. */
import type { EgressSettings } from '../../server/src/ports/egress/policy.ts'
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import { ranges, specialty, write, type Range } from './address-ranges.ts'
import { authorities, innerNames, paths, schemes } from './url-parts.ts'
import { spellingsOfV4, spellingsOfV6 } from './address-notations.ts'

export interface Attempt {
  readonly url: string
  readonly settings: EgressSettings
  /** What its name leads to, lookup by lookup. */
  readonly answers: readonly (readonly string[])[]
  /** What becomes of a connection: nobody is there, somebody redirects, or it ends at another machine. */
  readonly end: 'nobody' | 'redirect' | 'elsewhere'
  /** Nothing is wrong with it: a server that is of any use connects. */
  readonly honest: boolean
}

const common = { ownPorts: [4000, 4001], ownAddresses: ['45.33.32.156', '2600:3c01::f03c:91ff:fe18:bb2f'] }

export const publicServer: EgressSettings = {
  ...common,
  ownOrigin: 'https://souk.example.com',
  loopbackAllowed: false,
  httpAllowed: false,
}
export const homeServer: EgressSettings = {
  ...common,
  ownOrigin: 'http://localhost:4000',
  loopbackAllowed: true,
  httpAllowed: false,
}

const publicAddresses = ['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e']
const metadata = ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192', '168.63.129.16']
const noAddresses = ['intranet', '127.1', '0x7f.1', '::1%lo', '[::1]', '8.8.8.8/8', '']
const honestNames = ['hooks.example.com', 'HOOKS.Example.com', 'bücher.example.com', 'a.b.c.d.example.org']

const kinds: readonly (readonly [weight: number, make: (dice: Dice, turn: number) => Partial<Attempt>])[] = [
  [45, spelled],
  [20, (dice, turn) => ({ answers: [mixed(dice, edgeOf(dice, turn))] })],
  [
    5,
    (dice) => ({ answers: [mixed(dice, dice.pick([...metadata, ...noAddresses, ...common.ownAddresses]))] }),
  ],
  [10, changing],
  [3, () => ({ answers: [[]] })],
  [8, (dice) => ({ url: `https://${dice.pick(innerNames)}/hook` })],
  [10, (dice) => ({ url: malformed(dice) })],
  [1, () => ({ end: 'redirect', settings: homeServer })],
  [1, () => ({ end: 'elsewhere', settings: publicServer, honest: true })],
]

/** The turn goes through all ranges in order, so that none is left to chance. */
export function attemptOf(dice: Dice, turn: number): Attempt {
  let left = dice.roll(kinds.reduce((sum, [weight]) => sum + weight, 0))
  const make = kinds.find(([weight]) => (left -= weight) < 0)?.[1] ?? spelled
  return {
    url: `https://${dice.pick(honestNames)}/hook`,
    settings: dice.chance(60) ? publicServer : homeServer,
    answers: [[dice.pick(publicAddresses)]],
    end: 'nobody',
    honest: false,
    ...make(dice, turn),
  }
}

/** What everybody tries first: one of each ending, then known traps in every spelling, inner names, odd authorities. */
export function knownAttempts(): Attempt[] {
  const plain: Attempt = {
    url: 'https://hooks.example.com/hook',
    settings: publicServer,
    answers: [['8.8.8.8'], ['169.254.169.254']],
    end: 'nobody',
    honest: true,
  }
  const traps = ['127.0.0.1', '169.254.169.254', '10.0.0.1', '0.0.0.0', '::1', 'fd00:ec2::254', 'fe80::1']
  const spelledOut = traps.flatMap((trap) =>
    (trap.includes(':') ? spellingsOfV6 : spellingsOfV4).map((spell) => spell(trap)),
  )
  const hosts = [...spelledOut, ...innerNames, ...authorities]
  return [
    plain,
    { ...plain, answers: [[]], honest: false },
    { ...plain, end: 'redirect', settings: homeServer },
    { ...plain, end: 'elsewhere' },
    ...hosts.flatMap((host) =>
      [publicServer, homeServer].map((settings) => ({
        ...plain,
        url: `https://${host}/hook`,
        settings,
        honest: false,
      })),
    ),
  ]
}

function spelled(dice: Dice, turn: number): Partial<Attempt> {
  const address = edgeOf(dice, turn)
  const spellings = address.includes(':') ? spellingsOfV6 : spellingsOfV4
  const plain = dice.chance(20)
  const spell = plain ? spellings[0] : dice.pick(spellings)
  const scheme = dice.chance(90) ? 'https' : 'http'
  return {
    url: `${scheme}://${spell?.(address) ?? address}${dice.chance(80) ? '' : ':8443'}/hook`,
    honest: plain && scheme === 'https' && specialty(address) === undefined,
  }
}

/** The first and the last of a range, their neighbours outside, and one from its midst. */
function edgeOf(dice: Dice, turn: number): string {
  const { first, last, family }: Range = ranges[turn % ranges.length] ?? dice.pick(ranges)
  const top = family === 4 ? (1n << 32n) - 1n : (1n << 128n) - 1n
  const within = first + (randomBits(dice) % (last - first + 1n))
  const value = dice.pick([first - 1n, first, within, within, last, last + 1n])
  return write(value < 0n ? 0n : value > top ? top : value, family)
}

function randomBits(dice: Dice): bigint {
  return Array.from({ length: 8 }, () => dice.roll(65_536)).reduce(
    (bits, part) => bits * 65_536n + BigInt(part),
    0n,
  )
}

/** One bad answer in any place among good ones, also behind so many that nobody would get to it. */
function mixed(dice: Dice, bad: string): string[] {
  const answers = Array.from({ length: dice.pick([0, 0, 1, 2, 5]) }, () => dice.pick(publicAddresses))
  return answers.toSpliced(dice.roll(answers.length + 1), 0, bad)
}

/** A name that leads to a good place while it is checked, and elsewhere a moment later. */
function changing(dice: Dice, turn: number): Partial<Attempt> {
  const good = [dice.pick(publicAddresses)]
  const bad = [dice.chance(50) ? dice.pick(metadata) : edgeOf(dice, turn)]
  return { answers: dice.chance(70) ? [good, bad] : [bad, good] }
}

function malformed(dice: Dice): string {
  const scheme = dice.chance(60) ? 'https://' : dice.pick(schemes)
  const path = dice.chance(60) ? '/hook' : dice.pick(paths)
  const long = dice.chance(3) ? `/${'x'.repeat(2030 + dice.roll(30))}` : ''
  return `${scheme}${dice.pick(authorities)}${path}${long}`
}
