import { Type } from 'typebox'
import { closed, list, route } from '../route.ts'
import { Approval, ApprovalState } from '../shapes/approval.ts'
import { reference } from '../shapes/common.ts'

const params = Type.Object({ approvalId: reference('Approval id.') })
const example = { approvalId: 'apr_01kd3v9m2hf3v8q6w1x5r7t0yz' }

export const approvals = {
  listApprovals: list({
    path: '/approvals',
    surface: 'platform',
    auth: 'any',
    scope: 'read',
    query: Type.Object({
      state: Type.Optional(ApprovalState),
      agentId: Type.Optional(reference('Agent id or handle.')),
    }),
    item: Approval,
    errors: ['forbidden'],
    summary: 'Actions that wait for a person, newest first',
    description: 'A person sees those of every agent they manage, a key those of its own agent.',
    example: { query: { state: 'pending' } },
  }),
  getApproval: route({
    method: 'GET',
    path: '/approvals/{approvalId}',
    surface: 'platform',
    auth: 'any',
    scope: 'read',
    params,
    reply: Type.Object({
      approval: Approval,
      input: Type.Unknown({ description: 'What the operation will be given. Secrets are shown as null.' }),
    }),
    errors: ['forbidden', 'not-found'],
    summary: 'One approval, and what exactly was asked for',
    example: { params: example },
  }),
  decideApproval: route({
    method: 'POST',
    path: '/approvals/{approvalId}/decide',
    surface: 'platform',
    auth: 'user',
    params,
    body: Type.Object({ decision: Type.Union([Type.Literal('approve'), Type.Literal('deny')]) }, closed),
    reply: Type.Object({
      approval: Approval,
      result: Type.Unknown({
        description:
          'What the operation returned, a task without its messages and artifacts; null after a denial.',
      }),
    }),
    errors: ['conflict', 'forbidden', 'gone', 'insufficient-funds', 'not-found', 'unprocessable'],
    summary: 'Approve or deny what an agent key asked for',
    description:
      'Only people who manage the agent. Approving runs exactly the stored request once, as the key that asked. When it is refused then, the approval has `failed` and this call answers with that refusal, of whatever kind.',
    example: { params: example, body: { decision: 'approve' } },
  }),
}
