/** What docs/egress.md promises, asked of what the tap has seen. */
import type { EgressResult } from '../../server/src/ports/egress/result.ts'
import { familyOf, isLoopback, sameAddress, specialty } from './address-ranges.ts'
import type { Attempt } from './attempts.ts'
import type { Connection, Seen } from './network-tap.ts'

/** What must not be, or nothing. */
export function wrongIn(attempt: Attempt, seen: Seen, outcome: EgressResult): string | undefined {
  const { connections, asked } = seen
  const [, next] = connections
  if (attempt.end === 'redirect' && next !== undefined)
    return `followed a redirect to ${next.host}:${next.port}`
  const wrong = connections.map((connection) => wrongWith(connection, attempt, asked)).find(Boolean)
  if (wrong !== undefined) return wrong
  if (asked.length > 1) return `looked ${asked.join(' and ')} up, where one answer has to do`
  const own = new URL(attempt.settings.ownOrigin).hostname
  const inner = asked.find((name) => innerName.test(name) || name === own)
  if (inner !== undefined) return `asked name servers for "${inner}"`
  return endings[attempt.end](attempt, seen, outcome)
}

const innerName =
  /^[^.]*$|\.$|(?:^|\.)(?:localhost|local|internal|localdomain|intranet|private|corp|home|lan|home\.arpa)$/i

type Ending = (attempt: Attempt, seen: Seen, outcome: EgressResult) => string | undefined

const endings: Record<Attempt['end'], Ending> = {
  nobody: ({ honest, answers }, { connections, asked }, outcome) => {
    const reachable = asked.length === 0 || (answers[0] ?? []).length > 0
    if (honest && reachable && connections.length === 0)
      return `did not go to a public address: ${say(outcome)}`
    return outcome.kind === 'answered' ? 'had an answer where nobody is' : undefined
  },
  redirect: (_attempt, _seen, outcome) =>
    outcome.kind === 'answered' ? undefined : `did not take a redirect for an answer: ${say(outcome)}`,
  elsewhere: ({ answers }, _seen, outcome) => {
    const refused = outcome.kind === 'failed' && outcome.code === 'blocked_address'
    const named = (answers[0] ?? []).length > 0
    return refused || !named ? undefined : `went on although it was led elsewhere: ${say(outcome)}`
  },
}

type Question = (connection: Connection, attempt: Attempt, asked: readonly string[]) => string | false

/** Each says what is wrong with a connection, or that it sees nothing. */
const questions: readonly Question[] = [
  ({ host }) => familyOf(host) === 0 && `connected to "${host}", which is looked up once more`,
  ({ host }, { settings }) => {
    const special = specialty(host)
    const allowed = special === undefined || (isLoopback(host) && settings.loopbackAllowed)
    return !allowed && `connected to ${host}, which is ${special}`
  },
  ({ host }, { settings }) =>
    settings.ownAddresses.some((own) => sameAddress(own, host)) && `connected to its own address ${host}`,
  ({ host, port }, { settings }) =>
    isLoopback(host) && settings.ownPorts.includes(port) && `connected to its own port ${port}`,
  ({ port }, { url }) =>
    (port < 1024 ? port !== (/^http:/i.test(url) ? 80 : 443) && port !== 443 : services.has(port)) &&
    `connected to port ${port}`,
  ({ host }, { url }) => /^http:/i.test(url) && !isLoopback(host) && `sent plain HTTP to ${host}`,
  (_connection, { url }) => /^[^/]*\/\/[^/?#]*@/.test(url) && 'connected for a URL that holds a user',
  ({ host }, { answers, url }, asked) =>
    !meant(asked.length === 0 ? spelledIn(url) : (answers[0] ?? []), host) &&
    `connected to ${host}, which nobody named`,
  (_connection, { answers, settings }, asked) => {
    const allowed = (address: string) =>
      familyOf(address) !== 0 &&
      (specialty(address) === undefined || (isLoopback(address) && settings.loopbackAllowed))
    const bad = asked.length > 0 && (answers[0] ?? []).find((address) => !allowed(address))
    return typeof bad === 'string' && `connected although the name also leads to "${bad}"`
  },
]

/** Ports of services that answer whoever reaches them. */
const services = new Set([2375, 2379, 3306, 5432, 5984, 6379, 9200, 11_211, 27_017])

function wrongWith(connection: Connection, attempt: Attempt, asked: readonly string[]): string | undefined {
  for (const ask of questions) {
    const wrong = ask(connection, attempt, asked)
    if (wrong !== false) return wrong
  }
  return undefined
}

/** The address that stands in the URL itself; names of this machine are never looked up. */
function spelledIn(url: string): readonly string[] {
  const { hostname } = new URL(url)
  return /(?:^|\.)localhost$/.test(hostname) ? ['127.0.0.1', '::1'] : [hostname.replaceAll(/[[\]]/g, '')]
}

function meant(addresses: readonly string[], host: string): boolean {
  return addresses.some((address) => familyOf(address) !== 0 && sameAddress(address, host))
}

function say(outcome: EgressResult): string {
  return outcome.kind === 'failed' ? outcome.code : `answered with ${outcome.status}`
}
