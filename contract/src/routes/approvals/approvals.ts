import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { Approval, ApprovalState } from '../../shapes/approvals/approval.ts'
import { field, reference } from '../../shapes/common.ts'

const params = Type.Object({ approvalId: reference('Approval ID.') })
const approvalField = field(Approval, 'The approval.')
const example = { approvalId: 'apr_01kd3v9m2hf3v8q6w1x5r7t0yz' }

export const approvals = {
  listApprovals: list({
    path: '/approvals',
    surface: 'platform',
    auth: 'any',
    scope: 'read',
    query: Type.Object({
      state: Type.Optional(ApprovalState),
      agentId: Type.Optional(reference('Only approvals of this agent: its ID or handle.')),
    }),
    item: Approval,
    errors: ['forbidden'],
    summary: 'List approvals',
    description:
      'Returns approvals, newest first: for a person those of every agent they manage, for a key those of its own agent.',
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
      approval: approvalField,
      input: Type.Unknown({ description: 'Input of the operation. Secrets are `null`.' }),
    }),
    errors: ['forbidden', 'not-found'],
    summary: 'Retrieve an approval',
    description: 'Returns an approval together with the stored request that it is about.',
    example: { params: example },
  }),
  decideApproval: route({
    method: 'POST',
    path: '/approvals/{approvalId}/decide',
    surface: 'platform',
    auth: 'user',
    params,
    body: Type.Object({ decision: Type.Enum(['approve', 'deny'], { description: 'The decision.' }) }, closed),
    reply: Type.Object({
      approval: approvalField,
      result: Type.Unknown({
        description:
          'Response of the operation; a task comes without messages and artifacts. `null` after a denial.',
      }),
    }),
    errors: ['conflict', 'forbidden', 'gone', 'insufficient-funds', 'not-found', 'unprocessable'],
    summary: 'Approve or deny a request',
    description:
      'Approving runs the stored request exactly once, as the key or person that made it. If it is refused then, the approval becomes `failed` and this call returns that error. Requires the right to manage the agent.',
    example: { params: example, body: { decision: 'approve' } },
  }),
}
