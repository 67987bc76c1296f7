/** Checks the guarantees of docs/egress.md on the observed lookups and connections. */
import type { EgressResult } from '../../server/src/ports/egress/result.ts'
import { familyOf, isLoopback, sameAddress, specialRangeOf } from './address-ranges.ts'
import type { Attempt } from './attempts.ts'
import type { Connection, ObservedTraffic } from './network-tap.ts'

/** The first violation, if any. */
export function findViolation(
  attempt: Attempt,
  seen: ObservedTraffic,
  outcome: EgressResult,
): string | undefined {
  const { connections, lookups } = seen
  const [, next] = connections
  if (attempt.end === 'redirect' && next !== undefined)
    return `followed a redirect to ${next.host}:${next.port}`
  const violation = connections.map((connection) => violationOf(connection, attempt, lookups)).find(Boolean)
  if (violation !== undefined) return violation
  if (lookups.length > 1) return `looked up ${lookups.join(' and ')} instead of using one lookup`
  const ownHost = new URL(attempt.settings.ownOrigin).hostname
  const internal = lookups.find((name) => internalName.test(name) || name === ownHost)
  if (internal !== undefined) return `sent a DNS query for "${internal}"`
  return resultChecks[attempt.end](attempt, seen, outcome)
}

const internalName =
  /^[^.]*$|\.$|(?:^|\.)(?:localhost|local|internal|localdomain|intranet|private|corp|home|lan|home\.arpa)$/i

type ResultCheck = (attempt: Attempt, seen: ObservedTraffic, outcome: EgressResult) => string | undefined

const resultChecks: Record<Attempt['end'], ResultCheck> = {
  refused: ({ legitimate, answers }, { connections, lookups }, outcome) => {
    const reachable = lookups.length === 0 || (answers[0] ?? []).length > 0
    if (legitimate && reachable && connections.length === 0)
      return `did not connect to a public address: ${describe(outcome)}`
    return outcome.kind === 'response' ? 'got a response from a refused connection' : undefined
  },
  redirect: (_attempt, _seen, outcome) =>
    outcome.kind === 'response'
      ? undefined
      : `did not treat a redirect as the response: ${describe(outcome)}`,
  'other host': ({ answers }, _seen, outcome) => {
    const isBlocked = outcome.kind === 'failed' && outcome.code === 'blocked_address'
    const named = (answers[0] ?? []).length > 0
    return isBlocked || !named
      ? undefined
      : `continued although it reached a different host: ${describe(outcome)}`
  },
}

type ConnectionCheck = (
  connection: Connection,
  attempt: Attempt,
  lookups: readonly string[],
) => string | false

/** Each returns a violation of one connection, or false. */
const connectionChecks: readonly ConnectionCheck[] = [
  ({ host }) => familyOf(host) === 0 && `connected to "${host}", which is resolved again`,
  ({ host }, { settings }) => {
    const special = specialRangeOf(host)
    const allowed = special === undefined || (isLoopback(host) && settings.loopbackAllowed)
    return !allowed && `connected to ${host} (${special})`
  },
  ({ host }, { settings }) =>
    settings.ownAddresses.some((ownAddress) => sameAddress(ownAddress, host)) &&
    `connected to its own address ${host}`,
  ({ host, port }, { settings }) =>
    isLoopback(host) && settings.ownPorts.includes(port) && `connected to its own port ${port}`,
  ({ port }, { url }) =>
    (port < 1024 ? port !== (/^http:/i.test(url) ? 80 : 443) && port !== 443 : servicePorts.has(port)) &&
    `connected to port ${port}`,
  ({ host }, { url }) => /^http:/i.test(url) && !isLoopback(host) && `sent plain HTTP to ${host}`,
  (_connection, { url }) => /^[^/]*\/\/[^/?#]*@/.test(url) && 'connected for a URL with user information',
  ({ host }, { answers, url }, lookups) =>
    !isAmong(lookups.length === 0 ? literalAddresses(url) : (answers[0] ?? []), host) &&
    `connected to ${host}, which the name does not resolve to`,
  (_connection, { answers, settings }, lookups) => {
    const allowed = (address: string) =>
      familyOf(address) !== 0 &&
      (specialRangeOf(address) === undefined || (isLoopback(address) && settings.loopbackAllowed))
    const bad = lookups.length > 0 && (answers[0] ?? []).find((address) => !allowed(address))
    return typeof bad === 'string' && `connected although the name also resolves to "${bad}"`
  },
]

/** Ports of services that often lack authentication. */
const servicePorts = new Set([2375, 2379, 3306, 5432, 5984, 6379, 9200, 11_211, 27_017])

function violationOf(
  connection: Connection,
  attempt: Attempt,
  lookups: readonly string[],
): string | undefined {
  for (const check of connectionChecks) {
    const violation = check(connection, attempt, lookups)
    if (violation !== false) return violation
  }
  return undefined
}

/** The address in the URL itself; localhost names are never resolved. */
function literalAddresses(url: string): readonly string[] {
  const { hostname } = new URL(url)
  return /(?:^|\.)localhost$/.test(hostname) ? ['127.0.0.1', '::1'] : [hostname.replaceAll(/[[\]]/g, '')]
}

function isAmong(addresses: readonly string[], host: string): boolean {
  return addresses.some((address) => familyOf(address) !== 0 && sameAddress(address, host))
}

function describe(outcome: EgressResult): string {
  return outcome.kind === 'failed' ? outcome.code : `status ${outcome.status}`
}
