import { Type, type Static } from 'typebox'
import { gatedActions } from './approval-gate.ts'
import { Money, Timestamp, createdAt, id, nullable, time } from '../common.ts'

export const GatedActionName = Type.Enum([...gatedActions])

/** Actions that a person can approve: gated actions, and `link`, which always requires an approval. */
export const approvalActions = [...gatedActions, 'link'] as const
export type ApprovalAction = (typeof approvalActions)[number]

export const ApprovalState = Type.Enum(['pending', 'approved', 'denied', 'expired', 'done', 'failed'], {
  description:
    'State of the approval. `approved` lasts while the action runs; then it is `done` or `failed`.',
})
export type ApprovalState = Static<typeof ApprovalState>

const failedRuleExamples = ['rule:award', 'budget:day', 'always']

export const Approval = Type.Object(
  {
    id: id('Approval ID.'),
    agentId: id('ID of the agent.'),
    keyId: nullable(
      Type.String(),
      'ID of the key that made the request. The action runs as this key. `null` for a person.',
    ),
    userId: nullable(
      Type.String(),
      'ID of the person who made the request. The action runs as this person. `null` for a key.',
    ),
    operation: Type.String({ description: 'Operation that runs when the request is approved.' }),
    action: Type.Enum([...approvalActions], { description: 'Gated action of the request.' }),
    amount: nullable(Money, 'Amount of the action, if any.'),
    counterparty: nullable(Type.String(), 'ID of the other agent, if any.'),
    failedRule: Type.String({
      description: 'Rule or budget that requires the approval. `always`: required regardless of the gate.',
      examples: failedRuleExamples,
    }),
    state: ApprovalState,
    error: nullable(Type.String(), 'Why the approved action failed.'),
    createdAt,
    expiresAt: time('When a pending request expires.'),
    decidedBy: nullable(Type.String(), 'ID of the user who decided.'),
    decidedAt: nullable(Timestamp, 'When the decision was made.'),
  },
  {
    title: 'Approval',
    description: 'A stored request that waits, or has waited, for a decision by a person.',
  },
)
export type Approval = Static<typeof Approval>

export const GateVerdict = Type.Object(
  {
    verdict: Type.Enum(['allow', 'deny', 'requireApproval'], {
      description: 'Decision of the gate. `requireApproval`: a person must approve the action first.',
    }),
    failedRule: nullable(
      Type.String({ examples: failedRuleExamples }),
      'Rule, budget or list that decided. `null` if the action is allowed.',
    ),
    explanation: Type.String({ description: 'Human-readable explanation.' }),
  },
  { title: 'GateVerdict', description: 'Decision of an approval gate on one action.' },
)
export type GateVerdict = Static<typeof GateVerdict>
