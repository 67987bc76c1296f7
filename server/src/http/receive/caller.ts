import type { Route } from 'souk-contract'
import type { AgentCaller, AnyCaller, KeyCaller, Origin, UserCaller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { ResourceName } from '../../db/tables/oauth-tables.ts'
import type { Reader } from '../../db/transact.ts'
import { fail, Failure, lackOfScope } from '../../failure.ts'
import { earliest } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { sameBytes } from '../../lib/secrets.ts'
import type { CachedKey } from '../../node/row-cache.ts'
import { parseToken, type ParsedToken } from '../../lib/tokens.ts'
import { findAgentAccess } from '../../resources/agents/access-queries.ts'
import { findAgent } from '../../resources/agents/queries.ts'
import { findKey } from '../../resources/keys/queries.ts'
import { findActiveSession } from '../../resources/sessions/queries.ts'
import type { IncomingCall } from '../bindings/call.ts'
import { appCaller } from './app-caller.ts'
import { identifyOperator } from './operator-caller.ts'
import { browserToken, expectedPerson, requireExpectedPerson } from './session-cookie.ts'

/** Identifies the caller by its bearer token or session cookie, and its acting agent by X-Agent-Context. */
export async function identify(context: Context, route: Route, request: IncomingCall): Promise<AnyCaller> {
  return resolveCaller(context, route, request, {
    requestedAgent: headerText(request, 'x-agent-context'),
    fresh: false,
  })
}

/**
 * Identifies the caller of an open stream again and refuses it if it would no longer be admitted. The acting agent stays the
 * same even if the person has chosen another one since. Bypasses the row cache.
 */
export async function reidentify(
  context: Context,
  route: Route,
  request: IncomingCall,
  before: AnyCaller,
): Promise<AnyCaller> {
  const requestedAgent =
    before.kind === 'user' && before.agentId !== null
      ? before.agentId
      : headerText(request, 'x-agent-context')
  return resolveCaller(context, route, request, { requestedAgent, fresh: true })
}

interface Identification {
  readonly requestedAgent: string | undefined
  /** Bypasses the row cache. */
  readonly fresh: boolean
}

async function resolveCaller(
  context: Context,
  route: Route,
  request: IncomingCall,
  { requestedAgent, fresh }: Identification,
): Promise<AnyCaller> {
  const origin = originOf(request)
  if (route.operators !== undefined) return identifyOperator(context, route.operators, request, origin)
  const bearer = route.auth === 'none' ? undefined : bearerToken(request)
  const cookie =
    route.auth === 'none' || bearer !== undefined ? undefined : browserToken(context.config, request)
  const token = bearer ?? cookie
  if (token === undefined) {
    if (route.auth === 'none' || route.auth === 'optional') return { kind: 'stranger', ...origin }
    return fail(
      'unauthorized',
      'Authentication required.',
      'Sign in, or send "Authorization: Bearer <token>".',
    )
  }
  return context.store.read(async (reader) => {
    // A browser that still has the cookie of an ended session can read public pages as an anonymous caller.
    if (cookie !== undefined && route.auth === 'optional' && expectedPerson(request) === undefined) {
      if ((await findActiveSession(reader, cookie)) === undefined) return { kind: 'stranger', ...origin }
    }
    const caller =
      token.kind === 'st'
        ? await sessionCaller(context, reader, token, origin)
        : await softwareCaller(context, reader, token, { origin, fresh, resource: request.resource ?? 'api' })
    if (cookie !== undefined) requireExpectedPerson(request, caller.kind === 'user' ? caller.userId : null)
    requireAuthMode(route, caller)
    if (route.auth === 'agent') return actingAs(reader, caller, requestedAgent)
    return route.auth === 'optional' ? readingAs(reader, caller, requestedAgent) : caller
  })
}

export function originOf(request: IncomingCall): Origin {
  return {
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    idempotencyKey: headerText(request, 'idempotency-key')?.slice(0, 255) ?? null,
    ...(request.headers['a2a-version'] === '0.3' ? { a2aVersion: '0.3' } : {}),
  }
}

function bearerToken(request: IncomingCall): ParsedToken | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  const [scheme, value] = header.split(' ')
  const token = scheme?.toLowerCase() === 'bearer' ? parseToken(value ?? '') : undefined
  return token ?? refuseToken()
}

async function sessionCaller(
  context: Context,
  reader: Reader,
  token: ParsedToken,
  origin: Origin,
): Promise<UserCaller> {
  const session = (await findActiveSession(reader, token)) ?? refuseToken()
  context.lastUsed.session(session.id, reader.now)
  return {
    kind: 'user',
    userId: session.user_id,
    sessionId: session.id,
    agentId: null,
    agentRole: null,
    until: earliest(session.idle_expires_at, session.expires_at),
    ...origin,
  }
}

interface Presented {
  readonly origin: Origin
  readonly fresh: boolean
  readonly resource: ResourceName
}

/** The caller of an agent key or of an access token. */
async function softwareCaller(
  context: Context,
  reader: Reader,
  token: ParsedToken,
  presented: Presented,
): Promise<KeyCaller> {
  if (token.kind === 'ak') return keyCaller(context, reader, token, presented)
  const caller = token.kind === 'at' ? await appCaller(reader, token, presented) : undefined
  if (caller === undefined) return refuseToken()
  context.lastUsed.key(caller.keyId, reader.now)
  return caller
}

async function keyCaller(
  context: Context,
  reader: Reader,
  token: ParsedToken,
  { origin, fresh }: Presented,
): Promise<KeyCaller> {
  const key = await (fresh ? findKey : findCachedKey)(reader, `key_${token.suffix}`)
  if (key === undefined || !sameBytes(key.secret_hash, token.secretHash)) return refuseToken()
  context.lastUsed.key(key.id, reader.now)
  const { id: keyId, agent_id: agentId, scopes, wallet, expires_at: until } = key
  return { kind: 'key', keyId, agentId, scopes, wallet, until, ...origin }
}

/** Software calls often, so its key is cached; deactivating a key invalidates the cache. */
async function findCachedKey(reader: Reader, id: Id<'key'>): Promise<CachedKey | undefined> {
  const cached = reader.rowCache.keys.get(id)
  if (cached !== undefined) {
    return cached.expires_at === null || cached.expires_at > reader.now ? cached : undefined
  }
  const key = await findKey(reader, id)
  return key === undefined ? undefined : reader.rowCache.keys.set(id, key)
}

function refuseToken(): never {
  throw new Failure('unauthorized', 'Token is invalid or expired.', {
    hint: 'Sign in again, or use another key.',
    challenge: { error: 'invalid_token' },
  })
}

/** Refuses callers of the wrong kind, and keys without the scope of the route. */
export function requireAuthMode(route: Route, caller: AnyCaller): void {
  if (route.auth === 'user' && caller.kind === 'key') {
    fail(
      'forbidden',
      'This operation requires the session of a person.',
      'Sign in as a person and repeat the call.',
    )
  }
  if (route.auth === 'key' && caller.kind === 'user') {
    fail('forbidden', 'This call requires an agent key.', 'Use a key of the agent.')
  }
  if (caller.kind === 'key' && route.scope !== undefined && !caller.scopes.includes(route.scope)) {
    lackOfScope(route.scope)
  }
}

function headerText(request: IncomingCall, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A public read can depend on the caller; a person without an agent reads as themselves. */
async function readingAs(
  reader: Reader,
  caller: UserCaller | KeyCaller,
  requestedAgent?: string,
): Promise<UserCaller | KeyCaller> {
  if (requestedAgent !== undefined || caller.kind === 'key') return actingAs(reader, caller, requestedAgent)
  const access = await findAgentAccess(reader, caller.userId, undefined)
  return access === undefined ? caller : { ...caller, agentId: access.agent_id, agentRole: access.role }
}

/** A key acts as its own agent, a person as the agent in the header or as their active agent. */
async function actingAs(
  reader: Reader,
  caller: UserCaller | KeyCaller,
  requestedAgent?: string,
): Promise<AgentCaller> {
  if (caller.kind === 'key') {
    if (requestedAgent === undefined || (await findAgent(reader, requestedAgent))?.id === caller.agentId)
      return caller
    return fail('forbidden', '"X-Agent-Context" must be the agent of the key.', 'Remove the header.')
  }
  const access = await findAgentAccess(reader, caller.userId, requestedAgent)
  if (access !== undefined) return { ...caller, agentId: access.agent_id, agentRole: access.role }
  if (requestedAgent !== undefined) {
    return fail(
      'forbidden',
      'You cannot act as the agent in "X-Agent-Context".',
      'Choose one of your own agents.',
    )
  }
  return fail(
    'bad-request',
    'This call requires an acting agent.',
    'Name one in "X-Agent-Context", or set an active agent.',
  )
}
