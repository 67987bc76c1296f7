/** The only place that decides where a user may have this server send something. Pure: it looks nothing up. */
import { readAddress } from './addresses.ts'
import { isPortAllowed, portOf } from './port-rules.ts'

export interface EgressSettings {
  /** Scheme, host and port under which people reach this server. */
  readonly ownOrigin: string
  /** Where this server and what belongs to it listen; the port of `ownOrigin` is always counted. */
  readonly ownPorts: readonly number[]
  /** The addresses of this machine: what a firewall keeps from strangers is open to the machine itself. */
  readonly ownAddresses: readonly string[]
  /** Whether loopback addresses may be named, as on a developer's machine. */
  readonly loopbackAllowed: boolean
  /** Whether http may leave this machine. */
  readonly httpAllowed: boolean
}

export type UrlVerdict =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly code: UrlRefusal; readonly text: string }

export type UrlRefusal = keyof typeof refusals

export const urlLengthMax = 2048

/** What people are told. Whatever a host or an address leads to, the text is the same and names neither. */
export const refusals = {
  url_too_long: `The URL has more than ${urlLengthMax} characters. Shorten it.`,
  url_invalid: 'This is not a URL. Use a whole address such as "https://hooks.example.com/souk".',
  url_insecure: 'The URL is not secure. Use an address that starts with "https://".',
  url_user: 'The URL holds a user or a password. Remove what stands before "@".',
  url_fragment: 'The URL has a fragment. Remove what follows "#".',
  url_port: 'The port of the URL is not allowed. Use 443, or one from 1024 on that no known service has.',
  url_blocked: 'This URL is not allowed: use one that leads to a public host on the internet.',
} as const

/** Judges a URL as it was sent. What follows from its name, when looked up, is for `allowedAddress`. */
export function checkUrl(sent: string, settings: EgressSettings): UrlVerdict {
  if (sent.length > urlLengthMax) return refuse('url_too_long')
  const authority = wholeUrl.exec(sent)?.[1]
  const url = parse(sent)
  if (authority === undefined || url === undefined) return refuse('url_invalid')
  // The parser writes other characters as three or more, and spells names out in ASCII.
  if (url.href.length > urlLengthMax) return refuse('url_too_long')
  if (!isSchemeAllowed(url, settings)) return refuse('url_insecure')
  if (authority.includes('@')) return refuse('url_user')
  if (sent.includes('#')) return refuse('url_fragment')
  if (!isHostAllowed(url, settings)) return refuse('url_blocked')
  return isPortAllowed(url) ? { ok: true, url } : refuse('url_port')
}

/** The address in its one spelling if a request to `url` may go there, otherwise nothing. */
export function allowedAddress(text: string, url: URL, settings: EgressSettings): string | undefined {
  const address = readAddress(text)
  if (address === undefined) return undefined
  const allowed = {
    inner: false,
    loopback: settings.loopbackAllowed && !hasOwnPort(url, settings),
    public: isOpen(url, settings) && !isOwnAddress(address.text, settings),
  }
  return allowed[address.kind] ? address.text : undefined
}

/** The host of a URL as it is looked up and connected to: IPv6 addresses without their brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

export function isLocalhostName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

function refuse(code: UrlRefusal): UrlVerdict {
  return { ok: false, code, text: refusals[code] }
}

/** Not `URL.canParse`: once Node has compiled a caller of it, it misreads letters such as "ü" and disagrees with `URL`. */
function parse(sent: string): URL | undefined {
  try {
    return new URL(sent)
  } catch {
    return undefined
  }
}

/** What parsers read in different ways is no URL here: blanks, controls, backslashes, a missing host. Holds the authority. */
const wholeUrl = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\\s\p{Cc}\p{Cs}]+)(?:[/?#][^\\\s\p{Cc}\p{Cs}]*)?$/iu

/** http is for loopback, unless the operator lets it out. */
function isSchemeAllowed(url: URL, settings: EgressSettings): boolean {
  if (url.protocol !== 'http:') return url.protocol === 'https:'
  const host = hostOf(url)
  const near = isLocalhostName(host) || readAddress(host)?.kind === 'loopback'
  return settings.httpAllowed || (settings.loopbackAllowed && near)
}

/** Whether what is sent may travel over networks of others. */
function isOpen(url: URL, settings: EgressSettings): boolean {
  return url.protocol === 'https:' || settings.httpAllowed
}

function isHostAllowed(url: URL, settings: EgressSettings): boolean {
  const host = hostOf(url)
  const ownHost = url.hostname === new URL(settings.ownOrigin).hostname
  if (ownHost && (!settings.loopbackAllowed || hasOwnPort(url, settings))) return false
  if (isLocalhostName(host)) return settings.loopbackAllowed && !hasOwnPort(url, settings)
  if (readAddress(host) !== undefined) return allowedAddress(host, url, settings) !== undefined
  return host.length <= 253 && publicName.test(host) && !innerName.test(host)
}

/** At least two labels and no dot at the end, so that no search list of the resolver is ever applied. */
const publicName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** Names that by standard or habit mean something inside a network. */
const innerName = /\.(?:local|internal|localdomain|intranet|private|corp|home|lan|home\.arpa)$/

function hasOwnPort(url: URL, settings: EgressSettings): boolean {
  const port = portOf(url)
  return settings.ownPorts.includes(port) || port === portOf(new URL(settings.ownOrigin))
}

function isOwnAddress(text: string, settings: EgressSettings): boolean {
  return settings.ownAddresses.some((own) => readAddress(own)?.text === text)
}
