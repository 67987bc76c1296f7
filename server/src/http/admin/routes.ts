import type { FastifyInstance, FastifyRequest } from 'fastify'
import { verifyAudit } from '../../audit/chain.ts'
import type { Context } from '../../context.ts'
import { fail, notFound } from '../../failure.ts'
import { reconcile } from '../../money/ledger/reconcile.ts'
import { platformBalances } from '../../money/ledger/roll-up.ts'
import { isMovable } from '../../lib/clock.ts'
import { sameBytes, sha256 } from '../../lib/secrets.ts'
import { mountClock } from './clock.ts'
import { mountDisputes } from './disputes.ts'
import { mountDoctor } from './doctor-route.ts'
import { mountPayouts } from './payouts.ts'
import { mountSigningKeys } from './signing-keys.ts'

/** What operators ask for. Outside the public contract, and unknown where no operator token is set. */
export function mountAdmin(app: FastifyInstance, context: Context): void {
  const { store, config } = context
  const label = { operation: 'admin', surface: 'platform' as const }
  const guarded = {
    config: label,
    onRequest: async (request: FastifyRequest) => requireOperator(context, request),
  }
  const reading = { ...guarded, config: { ...label, addsData: false } }

  app.post('/api/admin/ledger/verify', reading, async () => {
    const { checks } = await store.read(reconcile)
    const balances = await store.read((reader) => platformBalances(reader, config.settings.book))
    const sums = balances.map((row) => ({ ...row, balance: Number(row.balance) }))
    return {
      success: true,
      data: { ok: checks.every(({ violations }) => violations === 0), checks, balances: sums },
    }
  })
  app.post('/api/admin/audit/verify', reading, async () => {
    const { entries, brokenAt } = await store.read(verifyAudit)
    return {
      success: true,
      data: { ok: brokenAt === null, entries, brokenAt: brokenAt === null ? null : Number(brokenAt) },
    }
  })
  mountDisputes(app, context, guarded)
  mountPayouts(app, context, guarded)
  mountDoctor(app, context, guarded)
  mountSigningKeys(app, context, guarded)
  if (isMovable(context.clock)) mountClock(app, context.clock, guarded)
}

export function isOperator({ config }: Context, request: FastifyRequest): boolean {
  const { operatorToken } = config
  const sent = request.headers.authorization?.replace(/^Bearer /i, '')
  if (operatorToken === undefined || sent === undefined) return false
  return sameBytes(sha256(sent), sha256(operatorToken))
}

function requireOperator(context: Context, request: FastifyRequest): void {
  if (isOperator(context, request)) return
  if (context.config.operatorToken === undefined) notFound('page')
  fail(
    'unauthorized',
    'This is for operators.',
    'Send the operator token as "Authorization: Bearer <token>".',
  )
}
