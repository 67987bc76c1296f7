/** The only place that reads and writes the session cookie of browsers and protects it from cross-site requests. */
import type { FastifyReply } from 'fastify'
import type { Route } from 'souk-contract'
import type { Config } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { fail } from '../../failure.ts'
import { day } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { parseToken, type ParsedToken } from '../../lib/tokens.ts'
import { deviceLifetimeMs, findKnownDevice } from '../../resources/sessions/known-device.ts'
import type { IncomingCall } from '../bindings/call.ts'
import { emailIn } from './rate-limit.ts'

type Named = Pick<Config, 'settings'>

/** Cookies ignore ports, so the name has the port: two servers on one machine are two marketplaces. */
function cookieName({ settings }: Named): string {
  const { protocol, port } = new URL(settings.origin)
  return protocol === 'https:' ? '__Host-souk' : `souk_${port === '' ? '80' : port}`
}

/**
 * Session token of a browser. Browsers send cookies with cross-site requests too, so a write must prove that it comes from a
 * page of this server: by a custom header, which other origins cannot send, and by Origin and Sec-Fetch-Site.
 */
export function browserToken(config: Named, request: IncomingCall): ParsedToken | undefined {
  const sent = cookieOf(request, cookieName(config))
  const token = sent === undefined ? undefined : parseToken(sent)
  // An unreadable cookie counts as none: the person signs in again.
  if (token === undefined || token.kind !== 'st') return undefined
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead && !isOurPage(request)) {
    return fail(
      'forbidden',
      'Cross-site request refused.',
      'Send "X-Souk-Web: 1" from the same origin, or a bearer token in place of the cookie.',
    )
  }
  return token
}

function isOurPage({ headers }: IncomingCall): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  const sameOrigin = origin === undefined || origin.replace(/^https?:\/\//, '') === host
  return headers['x-souk-web'] !== undefined && sameOrigin && (site === undefined || site === 'same-origin')
}

/** The person that the page belongs to, as named in its header; undefined if it has none yet. */
export function expectedPerson({ headers }: IncomingCall): string | undefined {
  const named = headers['x-souk-web']
  return typeof named === 'string' && named.startsWith('usr_') ? named : undefined
}

/** All tabs share one cookie: a tab from before another sign-in must not act as the new person. */
export function requireExpectedPerson(request: IncomingCall, userId: Id<'usr'> | null): void {
  const expected = expectedPerson(request)
  if (expected === undefined || expected === userId) return
  fail('unauthorized', 'This browser is signed in to another account.', 'Reload the page to continue.')
}

export function hasSessionCookie(config: Named, request: Pick<IncomingCall, 'headers'>): boolean {
  return cookieOf(request, cookieName(config)) !== undefined
}

function cookieOf({ headers }: Pick<IncomingCall, 'headers'>, name: string): string | undefined {
  const pair = headers.cookie?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1)
}

/** Known device of the account that signs in; null for a new device. */
export function knownDevice(context: Context, request: IncomingCall): Promise<string | null> {
  const token = cookieOf(request, deviceCookieName(context.config))
  const signIn = { email: emailIn(request.body), ip: request.ip, token }
  return context.store.read((reader) => findKnownDevice(reader, signIn))
}

function deviceCookieName(config: Named): string {
  return `${cookieName(config)}_device`
}

const lifetimeSeconds = (30 * day) / 1000

/** Moves the token of a sign-in from the reply to the cookie if the request has `cookie: true`; a sign-out clears the cookie. */
export function moveToCookie(
  config: Named,
  route: Route,
  result: unknown,
  { request, reply }: { request: IncomingCall; reply: FastifyReply },
): unknown {
  if (route.session === undefined) return result
  const place = `${cookieName(config)}=`
  const scope = `Path=/; HttpOnly; SameSite=Strict${config.settings.origin.startsWith('https:') ? '; Secure' : ''}`
  if (route.session === 'ends') {
    reply.header('set-cookie', `${place}; ${scope}; Max-Age=0`)
    return result
  }
  if (!wantsCookie(request.body) || !hasToken(result)) return result
  const device = `${deviceCookieName(config)}=${result.device}; ${scope}; Max-Age=${deviceLifetimeMs / 1000}`
  reply.header('set-cookie', [`${place}${result.token}; ${scope}; Max-Age=${lifetimeSeconds}`, device])
  return { ...result, token: '' }
}

function wantsCookie(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'cookie' in body && body.cookie === true
}

function hasToken(result: unknown): result is { token: string; device: string } {
  return typeof result === 'object' && result !== null && 'token' in result && 'device' in result
}
