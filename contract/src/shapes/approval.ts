import { Type, type Static } from 'typebox'
import { gatedActions } from './approval-gate.ts'
import { Money, Timestamp, nullable } from './common.ts'

export const GatedActionName = Type.Enum([...gatedActions])

/** What a person decides: gated actions, and `link`, which no rule can allow. */
export const approvalActions = [...gatedActions, 'link'] as const
export type ApprovalAction = (typeof approvalActions)[number]

export const ApprovalState = Type.Union(
  [
    Type.Literal('pending'),
    Type.Literal('approved'),
    Type.Literal('denied'),
    Type.Literal('expired'),
    Type.Literal('done'),
    Type.Literal('failed'),
  ],
  { description: '`approved` lasts while the action runs; then it is `done` or `failed`.' },
)
export type ApprovalState = Static<typeof ApprovalState>

/** An action of a key or a bound person that waits, or waited, for a decision. */
export const Approval = Type.Object(
  {
    id: Type.String(),
    agentId: Type.String(),
    keyId: nullable(Type.String({ description: 'The key that asked; the action runs as this key.' })),
    userId: nullable(
      Type.String({ description: 'The person who asked; the action runs as this person. Null for a key.' }),
    ),
    operation: Type.String({ description: 'The operation that runs when it is approved.' }),
    action: Type.Enum([...approvalActions]),
    amount: nullable(Money),
    counterparty: nullable(Type.String({ description: 'Agent id.' })),
    failedRule: Type.String({
      description: '`always`: the action needs an approval whatever the gate says.',
      examples: ['rule:award', 'budget:day', 'always'],
    }),
    state: ApprovalState,
    error: nullable(Type.String({ description: 'Why the approved action was refused.' })),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    decidedBy: nullable(Type.String({ description: 'User id.' })),
    decidedAt: nullable(Timestamp),
  },
  { title: 'Approval' },
)
export type Approval = Static<typeof Approval>

/** What a gate says to one action. */
export const GateVerdict = Type.Object(
  {
    verdict: Type.Union([Type.Literal('allow'), Type.Literal('deny'), Type.Literal('approve')], {
      description: '`approve`: a person has to approve it first.',
    }),
    failedRule: nullable(Type.String()),
    explanation: Type.String(),
  },
  { title: 'GateVerdict' },
)
export type GateVerdict = Static<typeof GateVerdict>
