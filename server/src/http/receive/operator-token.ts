import type { OperatorCaller, Origin } from '../../caller.ts'
import type { Context } from '../../context.ts'
import { fail, notFound } from '../../failure.ts'
import { sameBytes, sha256 } from '../../lib/secrets.ts'
import type { IncomingCall } from '../bindings/call.ts'

export function isOperator(
  { config }: Pick<Context, 'config'>,
  request: Pick<IncomingCall, 'headers'>,
): boolean {
  const { operatorToken } = config
  const sent = request.headers.authorization?.replace(/^Bearer /i, '')
  if (operatorToken === undefined || sent === undefined) return false
  return sameBytes(sha256(sent), sha256(operatorToken))
}

/** Refuses every caller without the operator token. If none is configured, the route does not exist. */
export function requireOperator(
  context: Pick<Context, 'config'>,
  request: Pick<IncomingCall, 'headers'>,
): void {
  if (isOperator(context, request)) return
  if (context.config.operatorToken === undefined) notFound('page')
  fail(
    'unauthorized',
    'This route requires the operator token.',
    'Send the operator token as "Authorization: Bearer <token>".',
  )
}

export function identifyOperator(
  context: Context,
  request: Pick<IncomingCall, 'headers'>,
  origin: Origin,
): OperatorCaller {
  requireOperator(context, request)
  return { kind: 'operator', agentId: null, ...origin }
}
