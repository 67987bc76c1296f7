import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { Type, type Static } from 'typebox'
import type { Context } from '../../context.ts'
import { openDisputes, type OpenDispute } from '../../tasks/store/dispute-queries.ts'
import { firstEvidence, showDispute } from '../../tasks/commands/show-dispute.ts'
import { ruleDispute, type RulingOutcome } from '../../tasks/commands/rule-dispute.ts'
import { operatorOf } from './operator.ts'
import { requireStorableTexts } from '../receive/json.ts'

const params = Type.Object({ taskId: Type.String({ maxLength: 100 }) })
const body = Type.Object(
  {
    ruling: Type.Enum(['release', 'refund', 'split']),
    toClient: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S' })),
  },
  { additionalProperties: false },
)

const position = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))
const querystring = Type.Object({ after: position, artifactsAfter: position })

interface DisputeRequest {
  Params: Static<typeof params>
  Querystring: Static<typeof querystring>
  Body: Static<typeof body>
}

/** Registers the routes that list, show and rule disputes; `guarded` admits operators only. */
export function registerDisputeRoutes(
  app: FastifyInstance,
  { store }: Context,
  guarded: Pick<RouteShorthandOptions, 'config' | 'onRequest'>,
): void {
  app.get('/api/admin/disputes', guarded, async () => {
    const disputes = await store.read(openDisputes)
    return { success: true, data: { disputes: disputes.map(viewDispute) } }
  })

  const preValidation = async ({ params: sent }: FastifyRequest) => requireStorableTexts(sent)
  const read = { ...guarded, preValidation, schema: { params, querystring } }
  app.get<Pick<DisputeRequest, 'Params' | 'Querystring'>>(
    '/api/admin/disputes/:taskId',
    read,
    async (request) => {
      const page = { ...firstEvidence, ...request.query }
      return {
        success: true,
        data: await store.read((reader) => showDispute(reader, request.params.taskId, page)),
      }
    },
  )

  const checked = { ...guarded, preValidation, schema: { params, body } }
  app.post<Pick<DisputeRequest, 'Params' | 'Body'>>(
    '/api/admin/disputes/:taskId/rule',
    checked,
    async (request) => {
      const { ruling, toClient, note } = request.body
      const ruled = await store.write((tx) =>
        ruleDispute(tx, operatorOf(request), {
          taskId: request.params.taskId,
          ruling,
          note,
          toClient: toClient === undefined ? undefined : BigInt(toClient),
        }),
      )
      return { success: true, data: viewRuled(ruled) }
    },
  )
}

function viewDispute(dispute: OpenDispute) {
  return {
    taskId: dispute.id,
    client: { agentId: dispute.client_id, name: dispute.client_name },
    provider: { agentId: dispute.provider_id, name: dispute.provider_name },
    amount: { amount: Number(dispute.held), currency: dispute.currency },
    openedBy: dispute.opened_by,
    since: dispute.since.toISOString(),
    dueAt: dispute.due_at.toISOString(),
    delivered: dispute.was_delivered,
  }
}

function viewRuled({ toClient, toProvider, fee, ...ended }: RulingOutcome) {
  return {
    ...ended,
    paid: { toClient: Number(toClient), toProvider: Number(toProvider), fee: Number(fee) },
  }
}
