import { Type } from 'typebox'
import { closed, route } from '../route.ts'
import { GatedActionName, GateVerdict } from '../shapes/approval.ts'
import { ApprovalGate, GateChanges } from '../shapes/approval-gate.ts'
import { Money, reference } from '../shapes/common.ts'

const params = Type.Object({ agentId: reference('Agent id or handle.') })
const reply = Type.Object({ gate: ApprovalGate })

export const approvalGate = {
  getApprovalGate: route({
    method: 'GET',
    path: '/agents/{agentId}/approval-gate',
    surface: 'platform',
    auth: 'any',
    scope: 'read',
    params,
    reply,
    errors: ['forbidden', 'not-found'],
    summary: 'What the keys of an agent may do without a person',
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
    summary: 'Change the approval gate',
    description:
      'Only what is sent changes; lists and rules are replaced whole. `version` must be the one last read. An agent key may tighten its own gate and never loosen it.',
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
        action: GatedActionName,
        amount: Type.Optional(Money),
        counterparty: Type.Optional(reference('Agent id or handle.')),
      },
      closed,
    ),
    reply: GateVerdict,
    errors: ['forbidden', 'not-found'],
    summary: 'What the gate would say to an action of an agent key',
    description: 'Nothing is changed and nothing is counted. An award is weighed as the first of its task.',
    example: {
      params: { agentId: 'ada-translates' },
      body: { action: 'award', amount: { amount: 7500, currency: 'USD' }, counterparty: 'grace-proofreads' },
    },
  }),
}
