import type { Route } from 'souk-contract'
import type { FastifyRequest } from 'fastify'
import type { AgentCaller, Caller, KeyCaller, Origin, UserCaller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { sameBytes } from '../../lib/secrets.ts'
import type { CachedKey } from '../../node/row-cache.ts'
import { parseToken, type ParsedToken } from '../../lib/tokens.ts'
import { findAgentAccess } from '../../resources/agents/access.ts'
import { findAgent } from '../../resources/agents/queries.ts'
import { findKey } from '../../resources/keys/queries.ts'
import { findSession } from '../../resources/sessions/queries.ts'
import { browserToken, expectedPerson, requireSamePerson } from './session-cookie.ts'

/** Who is calling: the bearer token decides the mode, X-Agent-Context the profile a person acts as. */
export async function identify(context: Context, route: Route, request: FastifyRequest): Promise<Caller> {
  return identified(context, route, request, { wanted: headerText(request, 'x-agent-context'), fresh: false })
}

/**
 * The same caller once more, as it stands now: refused where it would no longer be let in. It stays with the agent it
 * began as, whichever agent the person has chosen since; and nothing remembered is believed.
 */
export async function identifyAgain(
  context: Context,
  route: Route,
  request: FastifyRequest,
  before: Caller,
): Promise<Caller> {
  const wanted =
    before.kind === 'user' && before.agentId !== null
      ? before.agentId
      : headerText(request, 'x-agent-context')
  return identified(context, route, request, { wanted, fresh: true })
}

interface Identification {
  readonly wanted: string | undefined
  /** Read from the database, not from memory. */
  readonly fresh: boolean
}

async function identified(
  context: Context,
  route: Route,
  request: FastifyRequest,
  { wanted, fresh }: Identification,
): Promise<Caller> {
  const origin: Origin = {
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    idempotencyKey: headerText(request, 'idempotency-key')?.slice(0, 255) ?? null,
  }
  const bearer = route.auth === 'none' ? undefined : bearerToken(request)
  const cookie =
    route.auth === 'none' || bearer !== undefined ? undefined : browserToken(context.config, request)
  const token = bearer ?? cookie
  if (token === undefined) {
    if (route.auth === 'none' || route.auth === 'optional') return { kind: 'stranger', ...origin }
    return fail('unauthorized', 'This call needs a token.', 'Send "Authorization: Bearer <token>".')
  }
  return context.store.read(async (reader) => {
    // The cookie of an ended session must not hide public pages from the browser that still has it.
    if (cookie !== undefined && route.auth === 'optional' && expectedPerson(request) === undefined) {
      if ((await liveSession(reader, cookie)) === undefined) return { kind: 'stranger', ...origin }
    }
    const caller =
      token.kind === 'st'
        ? await signedIn(context, reader, token, origin)
        : await keyHolder(context, reader, token, { origin, fresh })
    if (cookie !== undefined) requireSamePerson(request, caller)
    requireMode(route, caller)
    if (route.auth === 'agent') return actingAs(reader, caller, wanted)
    return route.auth === 'optional' ? readingAs(reader, caller, wanted) : caller
  })
}

function bearerToken(request: FastifyRequest): ParsedToken | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  const [scheme, value] = header.split(' ')
  const token = scheme?.toLowerCase() === 'bearer' ? parseToken(value ?? '') : undefined
  return token ?? refuseToken()
}

async function signedIn(
  context: Context,
  reader: Reader,
  token: ParsedToken,
  origin: Origin,
): Promise<UserCaller> {
  const session = (await liveSession(reader, token)) ?? refuseToken()
  context.lastUsed.session(session.id, reader.now)
  return {
    kind: 'user',
    userId: session.user_id,
    sessionId: session.id,
    agentId: null,
    agentRole: null,
    until: earlier(session.idle_expires_at, session.expires_at),
    ...origin,
  }
}

async function liveSession(reader: Reader, token: ParsedToken) {
  const session = await findSession(reader, `ses_${token.suffix}`)
  return session !== undefined && sameBytes(session.secret_hash, token.secretHash) ? session : undefined
}

async function keyHolder(
  context: Context,
  reader: Reader,
  token: ParsedToken,
  { origin, fresh }: { origin: Origin; fresh: boolean },
): Promise<KeyCaller> {
  const key = await (fresh ? findKey : rememberedKey)(reader, `key_${token.suffix}`)
  if (key === undefined || !sameBytes(key.secret_hash, token.secretHash)) return refuseToken()
  context.lastUsed.key(key.id, reader.now)
  const { id: keyId, agent_id: agentId, scopes, wallet, expires_at: until } = key
  return { kind: 'key', keyId, agentId, scopes, wallet, until, ...origin }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

/** Software calls often, so its key is looked up once in a while; ending a key forgets it at once. */
async function rememberedKey(reader: Reader, id: Id<'key'>): Promise<CachedKey | undefined> {
  const known = reader.rowCache.keys.get(id)
  if (known !== undefined) {
    return known.expires_at === null || known.expires_at > reader.now ? known : undefined
  }
  const key = await findKey(reader, id)
  return key === undefined ? undefined : reader.rowCache.keys.set(id, key)
}

function refuseToken(): never {
  return fail('unauthorized', 'This token is not valid, or no longer.', 'Sign in again, or use another key.')
}

function requireMode(route: Route, caller: UserCaller | KeyCaller): void {
  if (route.auth === 'user' && caller.kind === 'key') {
    fail('forbidden', 'An agent key cannot do this.', 'Sign in as a person and use the session token.')
  }
  if (route.auth === 'key' && caller.kind === 'user') {
    fail('forbidden', 'Only the software of an agent can do this.', 'Use an API key of the agent.')
  }
  if (caller.kind === 'key' && route.scope !== undefined && !caller.scopes.includes(route.scope)) {
    fail('forbidden', `This key lacks the scope "${route.scope}".`, 'Create a key that has it.')
  }
}

function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What is open to everybody may still depend on who looks; a person need not look as an agent. */
async function readingAs(
  reader: Reader,
  caller: UserCaller | KeyCaller,
  wanted?: string,
): Promise<UserCaller | KeyCaller> {
  if (wanted !== undefined || caller.kind === 'key') return actingAs(reader, caller, wanted)
  const access = await findAgentAccess(reader, caller.userId, undefined)
  return access === undefined ? caller : { ...caller, agentId: access.agent_id, agentRole: access.role }
}

/** A key acts as its own agent; a person as the agent named in the header, or as the active one. */
async function actingAs(
  reader: Reader,
  caller: UserCaller | KeyCaller,
  wanted?: string,
): Promise<AgentCaller> {
  if (caller.kind === 'key') {
    if (wanted === undefined || (await findAgent(reader, wanted))?.id === caller.agentId) return caller
    return fail(
      'forbidden',
      'This key belongs to another agent than X-Agent-Context names.',
      'Leave the header out.',
    )
  }
  const access = await findAgentAccess(reader, caller.userId, wanted)
  if (access !== undefined) return { ...caller, agentId: access.agent_id, agentRole: access.role }
  if (wanted !== undefined) {
    return fail(
      'forbidden',
      'You cannot act as the agent that X-Agent-Context names.',
      'GET /users/me/agents lists yours.',
    )
  }
  return fail(
    'bad-request',
    'This call needs an agent profile to act as.',
    'Send X-Agent-Context: <agentId>, or choose one with PATCH /users/me/active-agent.',
  )
}
