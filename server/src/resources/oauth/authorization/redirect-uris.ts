/** The only place that decides which redirect URIs a client can have, and which of them a request names. Pure. */

/** Schemes of installed editors that register no reverse domain name. Other private schemes need a dot (RFC 8252). */
const knownSchemes: ReadonlySet<string> = new Set(['cursor', 'vscode', 'vscode-insiders', 'windsurf', 'zed'])
const reverseDomain = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/
/** Refuses what URL parsers interpret differently: whitespace, control characters, backslashes. */
const plainUri = /^[\x21\x23-\x5b\x5d\x5f\x61-\x7a\x7e]+$/

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

const redirectLengthMax = 2000

/** HTTPS, HTTP on the loopback interface, or the private scheme of an installed app; no fragment, no user information. */
export function isAllowedRedirect(uri: string): boolean {
  if (uri.length > redirectLengthMax || !plainUri.test(uri) || uri.includes('#')) return false
  const url = parse(uri)
  if (url === undefined || url.username !== '' || url.password !== '' || uri.includes('@')) return false
  if (url.protocol === 'https:') return url.hostname !== ''
  if (url.protocol === 'http:') return loopbackHosts.has(url.hostname)
  const scheme = url.protocol.slice(0, -1)
  return knownSchemes.has(scheme) || reverseDomain.test(scheme)
}

/** Whether a request names a registered URI exactly. Only the port of a loopback URI is free (RFC 8252, section 7.3). */
export function matchesRedirect(registered: readonly string[], requested: string): boolean {
  if (!isAllowedRedirect(requested)) return false
  return registered.some((uri) => uri === requested || samePlace(uri, requested))
}

function samePlace(registered: string, requested: string): boolean {
  const [left, right] = [withoutPort(registered), withoutPort(requested)]
  return left !== undefined && left === right
}

const loopbackUri = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)(.*)$/

/** Cuts the text, because a parser would normalize the rest. */
function withoutPort(uri: string): string | undefined {
  const [, host, rest] = loopbackUri.exec(uri) ?? []
  return host === undefined || rest === undefined ? undefined : `${host} ${rest}`
}

/** Where a code goes, for the person who consents. */
export function describeRedirect(uri: string): { host: string; local: boolean } {
  const url = new URL(uri)
  if (url.protocol === 'https:') return { host: url.host, local: false }
  if (url.protocol === 'http:') return { host: url.host, local: true }
  return { host: url.protocol.slice(0, -1), local: true }
}

/** The redirect URI with parameters added to its query. */
export function redirectWith(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const sent = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(sent)}`
}

function parse(uri: string): URL | undefined {
  try {
    return new URL(uri)
  } catch {
    return undefined
  }
}
