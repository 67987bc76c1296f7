import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { payoutActions } from 'souk-contract'
import { Type, type Static } from 'typebox'
import type { Context } from '../context.ts'
import { notFound } from '../failure.ts'
import { isId } from '../lib/ids.ts'
import { actOnPayout } from '../resources/payouts/act-on-payout.ts'
import { refusedPayouts } from '../resources/payouts/queries.ts'
import { viewPayoutForOperator } from '../resources/payouts/view.ts'
import { operatorOf } from './admin-caller.ts'
import { requireStorableTexts } from './json.ts'

const params = Type.Object({
  payoutId: Type.String({ maxLength: 100 }),
  action: Type.Enum([...payoutActions]),
})

/** Lists payouts that were refused and have not ended, and acts on them; `guarded` lets only operators in. */
export function mountPayouts(
  app: FastifyInstance,
  { store }: Context,
  guarded: Pick<RouteShorthandOptions, 'config' | 'onRequest'>,
): void {
  app.get('/api/admin/payouts', guarded, async () => {
    const payouts = await store.read(refusedPayouts)
    return { success: true, data: { payouts: payouts.map(viewPayoutForOperator) } }
  })

  const preValidation = async ({ params: sent }: FastifyRequest) => requireStorableTexts(sent)
  const checked = { ...guarded, preValidation, schema: { params } }
  app.post<{ Params: Static<typeof params> }>(
    '/api/admin/payouts/:payoutId/:action',
    checked,
    async (request) => {
      const { payoutId: id, action } = request.params
      if (!isId('pout', id)) return notFound('payout')
      const payout = await store.write((tx) => actOnPayout(tx, operatorOf(request), { id, action }))
      return { success: true, data: { payout: viewPayoutForOperator(payout) } }
    },
  )
}
