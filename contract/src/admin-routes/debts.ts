import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, list, route } from '../route.ts'
import { Timestamp, field, optional, reference, text } from '../shapes/common.ts'
import { DebtPlan, installmentsMax } from '../shapes/money/debt-plan.ts'
import { Debt, OperatorAction } from '../shapes/operators/money-desk.ts'

const params = Type.Object({ agentId: reference('Agent ID.') })
const example = { agentId: 'agt_01kd3v9m2hf3v8q6w1x5r7t0yz' }
const reason = text(1000, 'Reason, recorded in the audit log.')
const part = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const planReply = Type.Object({ plan: field(DebtPlan, 'The plan.') })

const Installment = Type.Object(
  {
    amount: field(part, 'Amount in minor units.'),
    dueAt: field(Timestamp, 'When it is taken from the available balance.'),
  },
  closed,
)

/** Routes of debts, as part of the money desk. */
export const debts = {
  listDebts: list({
    path: '/admin/debts',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    item: Debt,
    errors: [],
    summary: 'List debts',
    description: 'Returns the agents that owe money to the platform, by agent ID, with their active plan.',
    example: {},
  }),
  writeOffDebt: route({
    method: 'POST',
    path: '/admin/debts/{agentId}/write-off',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.moveMoney,
    params,
    body: Type.Object(
      { amount: optional(part, 'Amount in minor units. Default: the whole debt.'), reason },
      closed,
    ),
    reply: Type.Object({ action: field(OperatorAction, 'Proposed or executed action.') }),
    errors: ['conflict', 'not-found', 'unprocessable'],
    summary: 'Write off a debt',
    description:
      'Forgives all or part of the debt of an agent, as a loss of the platform. If the actions of an operator within 24 hours exceed `approvalAbove` of the policy, the action stays `pending` until a second operator approves it.',
    example: { params: example, body: { reason: 'Uncollectible.' } },
  }),
  agreeDebtPlan: route({
    method: 'POST',
    path: '/admin/debts/{agentId}/plan',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.moveMoney,
    params,
    body: Type.Object(
      {
        installments: Type.Array(Installment, {
          minItems: 1,
          maxItems: installmentsMax,
          description: 'Installments in the order of their dates. Their sum is the debt.',
        }),
        reason,
      },
      closed,
    ),
    reply: planReply,
    errors: ['conflict', 'not-found', 'unprocessable'],
    summary: 'Agree on a payment plan for a debt',
    description:
      'While the plan is kept, the wallet can spend and receives money in full; payouts stay refused until the debt is repaid. A worker takes each installment from the available balance. An installment that is still missing three days after its date ends the plan.',
    example: {
      params: example,
      body: {
        installments: [{ amount: 2500, dueAt: '2026-12-01T00:00:00.000Z' }],
        reason: 'Agreed by email.',
      },
    },
  }),
  endDebtPlan: route({
    method: 'POST',
    path: '/admin/debts/{agentId}/plan/end',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.moveMoney,
    params,
    body: Type.Object({ reason }, closed),
    reply: planReply,
    errors: ['conflict', 'not-found'],
    summary: 'End a payment plan',
    description: 'Ends the plan. The wallet is restricted again until the debt is repaid.',
    example: { params: example, body: { reason: 'A new plan replaces it.' } },
  }),
}
