/** The only place that knows the cookie in which a browser keeps a session, and whom to believe that has it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from 'souk-contract'
import type { Caller } from '../../caller.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { fail } from '../../failure.ts'
import { day } from '../../lib/clock.ts'
import { parseToken, type ParsedToken } from '../../lib/tokens.ts'
import { deviceLifetimeMs, findKnownDevice } from '../../resources/sessions/known-device.ts'
import { emailIn } from './rate-limit.ts'

type Named = Pick<Config, 'settings'>

/** Cookies do not tell ports apart, but two servers on one machine are two marketplaces. */
function cookieName({ settings }: Named): string {
  const { protocol, port } = new URL(settings.origin)
  return protocol === 'https:' ? '__Host-souk' : `souk_${port === '' ? '80' : port}`
}

/**
 * The session of a browser. A browser sends cookies whoever wrote the page, so a call that changes something must also
 * show that a page of ours makes it: by a header that pages of others cannot send, and by what the browser says of it.
 */
export function browserToken(config: Named, request: FastifyRequest): ParsedToken | undefined {
  const sent = cookieOf(request, cookieName(config))
  const token = sent === undefined ? undefined : parseToken(sent)
  // A cookie that means nothing is as good as none: the person signs in again.
  if (token === undefined || token.kind !== 'st') return undefined
  const harmless = request.method === 'GET' || request.method === 'HEAD'
  if (!harmless && !isOurPage(request)) {
    return fail(
      'forbidden',
      'This call does not come from a page of this server.',
      'Send "X-Souk-Web: 1" from the same origin, or a bearer token instead of a cookie.',
    )
  }
  return token
}

function isOurPage({ headers }: FastifyRequest): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  const sameOrigin = origin === undefined || origin.replace(/^https?:\/\//, '') === host
  return headers['x-souk-web'] !== undefined && sameOrigin && (site === undefined || site === 'same-origin')
}

/** The person a page of ours was rendered for, which it names in the header; undefined when it knows none yet. */
export function expectedPerson({ headers }: FastifyRequest): string | undefined {
  const named = headers['x-souk-web']
  return typeof named === 'string' && named.startsWith('usr_') ? named : undefined
}

/** All tabs share one cookie: a tab opened before another sign-in must not act as the new person. */
export function requireSamePerson(request: FastifyRequest, caller: Caller): void {
  const expected = expectedPerson(request)
  if (expected === undefined || (caller.kind === 'user' && caller.userId === expected)) return
  fail('unauthorized', 'This browser is signed in to another account.', 'Reload the page to continue.')
}

function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const pair = headers.cookie?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1)
}

/** Where the account that signs in was used before; null for any other device. */
export function knownDevice(context: Context, request: FastifyRequest): Promise<string | null> {
  const token = cookieOf(request, deviceCookieName(context.config))
  const asked = { email: emailIn(request.body), ip: request.ip, token }
  return context.store.read((reader) => findKnownDevice(reader, asked))
}

function deviceCookieName(config: Named): string {
  return `${cookieName(config)}_device`
}

const lifetimeSeconds = (30 * day) / 1000

/** Takes the token out of the answer of a sign-in and into the cookie, if that was asked for; a sign-out clears it. */
export function moveToCookie(
  config: Named,
  route: Route,
  answer: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): unknown {
  if (route.session === undefined) return answer
  const place = `${cookieName(config)}=`
  const scope = `Path=/; HttpOnly; SameSite=Strict${config.settings.origin.startsWith('https:') ? '; Secure' : ''}`
  if (route.session === 'ends') {
    reply.header('set-cookie', `${place}; ${scope}; Max-Age=0`)
    return answer
  }
  if (!wantsCookie(request.body) || !hasToken(answer)) return answer
  const device = `${deviceCookieName(config)}=${answer.device}; ${scope}; Max-Age=${deviceLifetimeMs / 1000}`
  reply.header('set-cookie', [`${place}${answer.token}; ${scope}; Max-Age=${lifetimeSeconds}`, device])
  return { ...answer, token: '' }
}

function wantsCookie(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'cookie' in body && body.cookie === true
}

function hasToken(answer: unknown): answer is { token: string; device: string } {
  return typeof answer === 'object' && answer !== null && 'token' in answer && 'device' in answer
}
