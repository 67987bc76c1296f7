import { Type } from 'typebox'
import { route } from '../route.ts'
import { ApprovalGate, GateChanges } from '../shapes/approval-gate.ts'
import { reference } from '../shapes/common.ts'

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
}
