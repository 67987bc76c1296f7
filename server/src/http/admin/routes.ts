import type { FastifyInstance, FastifyRequest } from 'fastify'
import { verifyAudit } from '../../audit/chain.ts'
import type { Context } from '../../context.ts'
import { fail, notFound } from '../../failure.ts'
import { reconcile } from '../../money/ledger/reconcile.ts'
import { platformBalances } from '../../money/ledger/roll-up-queries.ts'
import { isManual } from '../../lib/clock.ts'
import { sameBytes, sha256 } from '../../lib/secrets.ts'
import { registerClockRoutes } from './clock.ts'
import { registerDisputeRoutes } from './disputes.ts'
import { registerDoctorRoute } from './doctor-route.ts'
import { registerPayoutRoutes } from './payouts.ts'
import { registerSigningKeyRoutes } from './signing-keys.ts'

/** Routes of operators. They are outside of the public contract, and return 404 if no operator token is configured. */
export function registerAdminRoutes(app: FastifyInstance, context: Context): void {
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
  registerDisputeRoutes(app, context, guarded)
  registerPayoutRoutes(app, context, guarded)
  registerDoctorRoute(app, context, guarded)
  registerSigningKeyRoutes(app, context, guarded)
  if (isManual(context.clock)) registerClockRoutes(app, context.clock, guarded)
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
    'This route requires the operator token.',
    'Send the operator token as "Authorization: Bearer <token>".',
  )
}
