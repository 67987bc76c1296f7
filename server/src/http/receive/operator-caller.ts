/** The only place that identifies operators: people with a role by their session, machines by the operator token. */
import type { OperatorRole, Route } from 'souk-contract'
import type { OperatorCaller, OperatorPerson, Origin } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { after, earliest } from '../../lib/clock.ts'
import { sameBytes, sha256 } from '../../lib/secrets.ts'
import { parseToken, type ParsedToken } from '../../lib/tokens.ts'
import { findOperatorRole } from '../../resources/operators/queries.ts'
import { findActiveSession } from '../../resources/sessions/queries.ts'
import { recentPasswordMs } from '../../resources/sessions/rules.ts'
import type { IncomingCall } from '../bindings/call.ts'
import { browserToken, requireExpectedPerson } from './session-cookie.ts'

export function hasOperatorToken(
  { config }: Pick<Context, 'config'>,
  request: Pick<IncomingCall, 'headers'>,
): boolean {
  const { operatorToken } = config
  const sent = request.headers.authorization?.replace(/^Bearer /i, '')
  if (operatorToken === undefined || sent === undefined) return false
  return sameBytes(sha256(sent), sha256(operatorToken))
}

type Access = NonNullable<Route['operators']>

export async function identifyOperator(
  context: Context,
  access: Access,
  request: IncomingCall,
  origin: Origin,
): Promise<OperatorCaller> {
  if (hasOperatorToken(context, request)) {
    if (access.token) return { kind: 'operator', agentId: null, person: null, ...origin }
    return fail(
      'forbidden',
      'The operator token does not allow this operation.',
      `Sign in as an operator with the role ${access.roles.join(' or ')}.`,
    )
  }
  const token = sessionToken(context, request) ?? refuseStranger()
  return context.store.read(async (reader) => {
    const caller = await operatorOf(context, reader, token, origin)
    if (request.headers.authorization === undefined) requireExpectedPerson(request, caller.person.userId)
    requireAccess(access, caller.person, reader.now)
    return caller
  })
}

function sessionToken({ config }: Context, request: IncomingCall): ParsedToken | undefined {
  const { authorization } = request.headers
  if (authorization === undefined) return browserToken(config, request)
  const token = parseToken(authorization.replace(/^Bearer /i, ''))
  return token?.kind === 'st' ? token : undefined
}

function refuseStranger(): never {
  return fail(
    'unauthorized',
    'This route requires an operator.',
    'Sign in as an operator, or send the operator token as "Authorization: Bearer <token>".',
  )
}

/** For people without a role, operator routes do not exist. */
async function operatorOf(
  { config, lastUsed }: Context,
  reader: Reader,
  token: ParsedToken,
  origin: Origin,
): Promise<OperatorCaller & { person: OperatorPerson }> {
  const session = (await findActiveSession(reader, token)) ?? refuseStranger()
  lastUsed.session(session.id, reader.now)
  const role = (await findOperatorRole(reader, session.user_id, config.operatorEmails)) ?? notFound('page')
  return {
    kind: 'operator',
    agentId: null,
    person: {
      userId: session.user_id,
      sessionId: session.id,
      role,
      recentUntil: after(session.authenticated_at ?? session.created_at, recentPasswordMs),
    },
    until: earliest(session.idle_expires_at, session.expires_at),
    ...origin,
  }
}

function requireAccess({ roles, reauthentication }: Access, person: OperatorPerson, now: Date): void {
  const allowed: readonly OperatorRole[] = roles
  if (!allowed.includes(person.role)) {
    fail(
      'forbidden',
      `The role "${person.role}" does not allow this operation.`,
      `Ask an operator with the role ${allowed.join(' or ')}.`,
    )
  }
  if (reauthentication === true && person.recentUntil <= now) {
    fail('reauthentication-required', 'This action requires your password.')
  }
}
