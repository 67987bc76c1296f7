import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { payoutActions } from 'souk-contract'
import { Type, type Static } from 'typebox'
import type { Context } from '../../context.ts'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { decodePageToken, encodePageToken } from '../../lib/page-tokens.ts'
import { pageOf } from '../../paging.ts'
import { actOnPayout } from '../../money/payouts/act-on-payout.ts'
import { refusedPayouts } from '../../money/payouts/refused-queries.ts'
import { viewPayoutForOperator } from '../../money/payouts/view.ts'
import { operatorOf } from './operator.ts'
import { requireStorableTexts } from '../receive/json.ts'

const params = Type.Object({
  payoutId: Type.String({ maxLength: 100 }),
  action: Type.Enum([...payoutActions]),
})

const list = 'admin payouts'
const pageSize = 100
const querystring = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: pageSize })),
    cursor: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { additionalProperties: false },
)

/** Registers the routes that list refused payouts and act on them; `guarded` admits operators only. */
export function registerPayoutRoutes(
  app: FastifyInstance,
  { store, vault }: Context,
  guarded: Pick<RouteShorthandOptions, 'config' | 'onRequest'>,
): void {
  const paged = { ...guarded, schema: { querystring } }
  app.get<{ Querystring: Static<typeof querystring> }>('/api/admin/payouts', paged, async ({ query }) => {
    const { limit = pageSize, cursor } = query
    const after = cursor === undefined ? null : decodePageToken(vault, list, cursor, 'cursor')
    const page = { limit, after }
    const rows = await store.read((reader) => refusedPayouts(reader, page))
    const { items, next } = pageOf(rows, page, viewPayoutForOperator, ({ rank, id }) => [rank, id])
    const nextCursor = next === null ? null : encodePageToken(vault, list, next)
    return { success: true, data: { items, nextCursor } }
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
