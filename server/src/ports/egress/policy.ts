/** The only place that decides which URLs this server may send to. Pure: it resolves no names. */
import { readAddress } from './addresses.ts'
import { isPortAllowed, portOf } from './port-rules.ts'

export interface EgressSettings {
  /** Scheme, host and port under which people reach this server. */
  readonly ownOrigin: string
  /** Ports on which this server and its components listen; the port of `ownOrigin` always counts. */
  readonly ownPorts: readonly number[]
  /** Addresses of this machine: a firewall does not protect it from its own requests. */
  readonly ownAddresses: readonly string[]
  /** Whether loopback addresses are allowed, as on a developer's machine. */
  readonly loopbackAllowed: boolean
  /** Whether http may leave this machine. */
  readonly httpAllowed: boolean
}

export type UrlVerdict =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly code: UrlRefusal; readonly text: string }

export type UrlRefusal = keyof typeof refusals

const urlLengthMax = 2048

/**
 * Messages for users. The same text for every blocked host or address, so that it reveals nothing about the network.
 */
export const refusals = {
  url_too_long: `The URL has more than ${urlLengthMax} characters. Shorten it.`,
  url_invalid: 'The URL is invalid. Use a complete URL such as "https://hooks.example.com/souk".',
  url_insecure: 'The URL is not secure. Use a URL that starts with "https://".',
  url_user: 'The URL contains a user name or password. Remove the part before "@".',
  url_fragment: 'The URL has a fragment. Remove "#" and the part after it.',
  url_port:
    'The port of the URL is not allowed. Use 443, or a port above 1023 that is not a well-known service.',
  url_blocked: 'The URL is not allowed. Use the URL of a public host on the internet.',
} as const

/** Checks a URL without resolving it. `allowedAddress` checks the resolved addresses. */
export function checkUrl(text: string, settings: EgressSettings): UrlVerdict {
  if (text.length > urlLengthMax) return refuse('url_too_long')
  const authority = urlPattern.exec(text)?.[1]
  const url = parse(text)
  if (authority === undefined || url === undefined) return refuse('url_invalid')
  // The parser percent-encodes characters and converts names to ASCII, so the length can grow.
  if (url.href.length > urlLengthMax) return refuse('url_too_long')
  if (!isSchemeAllowed(url, settings)) return refuse('url_insecure')
  if (authority.includes('@')) return refuse('url_user')
  if (text.includes('#')) return refuse('url_fragment')
  if (!isHostAllowed(url, settings)) return refuse('url_blocked')
  return isPortAllowed(url) ? { ok: true, url } : refuse('url_port')
}

/** The canonical address if a request to `url` may connect to it. */
export function allowedAddress(text: string, url: URL, settings: EgressSettings): string | undefined {
  const address = readAddress(text)
  if (address === undefined) return undefined
  const allowed = {
    private: false,
    loopback: settings.loopbackAllowed && !hasOwnPort(url, settings),
    public: mayLeaveMachine(url, settings) && !isOwnAddress(address.text, settings),
  }
  return allowed[address.kind] ? address.text : undefined
}

/** Host to resolve and connect to: IPv6 addresses without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

export function isLocalhostName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

function refuse(code: UrlRefusal): UrlVerdict {
  return { ok: false, code, text: refusals[code] }
}

/** Not `URL.canParse`: once optimized, it misreads letters such as "ü" and disagrees with `URL` (Node bug). */
function parse(sent: string): URL | undefined {
  try {
    return new URL(sent)
  } catch {
    return undefined
  }
}

/**
 * Refuses what URL parsers interpret differently: whitespace, control characters, backslashes, a missing host. Captures
 * the authority.
 */
const urlPattern = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\\s\p{Cc}\p{Cs}]+)(?:[/?#][^\\\s\p{Cc}\p{Cs}]*)?$/iu

/** http is only for loopback, unless the operator allows it. */
function isSchemeAllowed(url: URL, settings: EgressSettings): boolean {
  if (url.protocol !== 'http:') return url.protocol === 'https:'
  const host = hostOf(url)
  const isLoopback = isLocalhostName(host) || readAddress(host)?.kind === 'loopback'
  return settings.httpAllowed || (settings.loopbackAllowed && isLoopback)
}

/** Whether the request may travel over the public internet. */
function mayLeaveMachine(url: URL, settings: EgressSettings): boolean {
  return url.protocol === 'https:' || settings.httpAllowed
}

function isHostAllowed(url: URL, settings: EgressSettings): boolean {
  const host = hostOf(url)
  const ownHost = url.hostname === new URL(settings.ownOrigin).hostname
  if (ownHost && (!settings.loopbackAllowed || hasOwnPort(url, settings))) return false
  if (isLocalhostName(host)) return settings.loopbackAllowed && !hasOwnPort(url, settings)
  if (readAddress(host) !== undefined) return allowedAddress(host, url, settings) !== undefined
  return host.length <= 253 && publicName.test(host) && !privateSuffix.test(host)
}

/** At least two labels and no trailing dot, so that the resolver never applies a search list. */
const publicName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** Suffixes of private networks, by standard or convention. */
const privateSuffix = /\.(?:local|internal|localdomain|intranet|private|corp|home|lan|home\.arpa)$/

function hasOwnPort(url: URL, settings: EgressSettings): boolean {
  const port = portOf(url)
  return settings.ownPorts.includes(port) || port === portOf(new URL(settings.ownOrigin))
}

function isOwnAddress(text: string, settings: EgressSettings): boolean {
  return settings.ownAddresses.some((own) => readAddress(own)?.text === text)
}
