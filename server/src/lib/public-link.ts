/** The only place that decides which links of users a profile may show. Links are never fetched. */
import ipaddr from 'ipaddr.js'
import { fail } from '../failure.ts'

/** Names that only resolve inside a network (RFC 6761, RFC 8375). */
const privateNames =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|home\.arpa)$/

/** Refuses links that lead readers into their own network, or that display a host other than the one they open. */
export function requirePublicLink(field: string, text: string): void {
  const problem = problemOf(text)
  if (problem !== undefined) fail('unprocessable', `"${field}" ${problem}.`, 'Use a public https URL.')
}

function problemOf(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be an absolute URL'
  const { protocol, username, password, hostname } = new URL(text)
  if (protocol !== 'https:') return 'must be an https URL'
  if (username !== '' || password !== '') return 'must not contain a user name or a password'
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (ipaddr.isValid(host)) {
    return ipaddr.process(host).range() === 'unicast' ? undefined : 'must not name a private address'
  }
  return !host.includes('.') || privateNames.test(host) ? 'must not name a private host' : undefined
}

/** The link with its host in ASCII, as DNS resolves it: look-alike letters of other scripts become visible (`xn--…`). */
export function normalizeLink(text: string): string {
  return new URL(text).href
}
