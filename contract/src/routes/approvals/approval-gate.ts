import { Type } from 'typebox'
import { closed, route } from '../../route.ts'
import { GatedActionName, GateVerdict } from '../../shapes/approvals/approval.ts'
import { ApprovalGate, GateChanges, GateSpending } from '../../shapes/approvals/approval-gate.ts'
import { Money, field, optional, reference } from '../../shapes/common.ts'

const params = Type.Object({ agentId: reference('Agent ID or handle.') })
const reply = Type.Object({ gate: field(ApprovalGate, 'The approval gate.') })

export const approvalGate = {
  getApprovalGate: route({
    method: 'GET',
    path: '/agents/{agentId}/approval-gate',
    surface: 'platform',
    auth: 'any',
    scope: 'read',
    params,
    reply: Type.Object({
      ...reply.properties,
      spent: field(GateSpending, 'Amounts that count against the budgets.'),
    }),
    errors: ['forbidden', 'not-found'],
    summary: 'Retrieve the approval gate',
    description:
      'Returns the rules, budgets and lists that restrict what software may do as an agent. Keys can read the gate of their own agent.',
    example: { params: { agentId: 'ada-translates' } },
  }),
  updateApprovalGate: route({
    method: 'PATCH',
    path: '/agents/{agentId}/approval-gate',
    surface: 'platform',
    auth: 'any',
    scope: 'spend',
    params,
    body: GateChanges,
    reply,
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Update the approval gate',
    description:
      'Changes the gate; omitted fields keep their values, lists and rules are replaced entirely. Fails with `conflict` if `version` is stale. An agent key can tighten its own gate but not loosen it.',
    example: {
      params: { agentId: 'ada-translates' },
      body: {
        version: 0,
        mode: 'enforce',
        rules: { award: { effect: 'requireApproval', above: { amount: 5000, currency: 'USD' } } },
      },
    },
  }),
  simulateGate: route({
    method: 'POST',
    safe: true,
    path: '/agents/{agentId}/approval-gate/simulate',
    surface: 'platform',
    auth: 'any',
    scope: 'read',
    params,
    body: Type.Object(
      {
        action: field(GatedActionName, 'Action to simulate.'),
        amount: optional(Money, 'Amount of the action.'),
        counterparty: Type.Optional(reference('ID or handle of the other agent.')),
      },
      closed,
    ),
    reply: GateVerdict,
    errors: ['forbidden', 'not-found'],
    summary: 'Simulate the approval gate',
    description:
      'Returns the decision of the gate on an action of an agent key. Changes nothing and counts nothing; an award is evaluated as the first one of its task.',
    example: {
      params: { agentId: 'ada-translates' },
      body: { action: 'award', amount: { amount: 7500, currency: 'USD' }, counterparty: 'grace-proofreads' },
    },
  }),
}
