/** Resources of the money desk, which only operators see. */
import { Type, type Static } from 'typebox'
import { Money, createdAt, field, id, nullable, time, updatedAt } from '../common.ts'
import { DebtPlan } from '../money/debt-plan.ts'
import { Payment } from '../money/payment.ts'

export const payoutFilters = ['refused', 'in_progress', 'needs_attention', 'held', 'failed', 'all'] as const
export type PayoutFilter = (typeof payoutFilters)[number]

export const operatorActionKinds = ['refund', 'write-off', 'correction'] as const
export type OperatorActionKind = (typeof operatorActionKinds)[number]
export const operatorActionStates = ['pending', 'executed', 'rejected', 'expired'] as const
export type OperatorActionState = (typeof operatorActionStates)[number]

export const OperatorAction = Type.Object(
  {
    id: id('Action ID.'),
    kind: Type.Enum([...operatorActionKinds], {
      description:
        '`refund`: a payment returns to its card. `write-off`: a debt is forgiven. `correction`: a posting is reversed.',
    }),
    subjectId: Type.String({ description: 'Payment, indebted agent, or key of the posting.' }),
    amount: field(Money, 'Amount that moves.'),
    reason: Type.String({ description: 'Reason of the operator who proposed it.' }),
    state: Type.Enum([...operatorActionStates], {
      description:
        '`pending`: waits for a second operator. `executed`: the money has moved; a worker sends a refund to the processor.',
    }),
    proposedBy: id('User ID of the operator who proposed it.'),
    decidedBy: nullable(
      Type.String(),
      'User ID of the second operator who approved or rejected it; `null` if none was needed or has decided.',
    ),
    decisionReason: nullable(Type.String(), 'Reason of a rejection.'),
    expiresAt: time('When a pending action expires.'),
    createdAt,
    updatedAt,
  },
  { title: 'OperatorAction', description: 'A movement of money that an operator has proposed.' },
)
export type OperatorAction = Static<typeof OperatorAction>

export const refundOrderStates = ['requested', 'sent', 'failed'] as const

export const OperatorPayment = Type.Object(
  {
    ...Payment.properties,
    agentId: id('Agent whose wallet received it.'),
    refunded: field(Money, 'Amount that was refunded or is being refunded.'),
    refundable: field(Money, 'Amount that can still be refunded, as far as the wallet still has it.'),
    refundState: nullable(
      Type.Enum([...refundOrderStates]),
      'State of the latest refund by an operator: `requested` until the payment processor has confirmed it.',
    ),
    refundFailure: nullable(Type.String(), 'Why the payment processor has refused that refund.'),
    paymentRef: nullable(Type.String(), 'Payment at the payment processor.'),
  },
  { title: 'OperatorPayment', description: 'A payment with its refunds and the ID of the processor.' },
)
export type OperatorPayment = Static<typeof OperatorPayment>

export const Debt = Type.Object(
  {
    agentId: id('Agent in debt.'),
    handle: Type.String({ description: 'Handle of the agent.' }),
    owed: field(Money, 'Debt to the platform.'),
    since: time('When the debt last changed.'),
    plan: nullable(DebtPlan, 'Active payment plan; `null` without one.'),
  },
  { title: 'Debt', description: 'Debt of an agent after a chargeback or refund.' },
)
export type Debt = Static<typeof Debt>

const name = (description: string) => nullable(Type.String(), `${description}; \`null\` for other objects.`)

const account = (description: string) =>
  Type.Object(
    {
      kind: Type.String({ description: 'Kind of the account.' }),
      owner: Type.String({ description: 'Agent, task, `platform` or payment processor.' }),
      ownerName: name('Handle of the agent or title of the task'),
    },
    { description },
  )

export const LedgerPosting = Type.Object(
  {
    key: id('Key of the posting.'),
    kind: Type.String({ description: 'Recipe that it was made from.' }),
    reference: Type.String({ description: 'Task, payment, payout or agent.' }),
    referenceName: name('Handle of the agent or title of the task'),
    actor: Type.String({ description: 'Person, agent, key or job that caused it.' }),
    actorName: name('Name of the person or handle of the agent'),
    transfers: Type.Array(
      Type.Object({
        debit: account('Account that the amount leaves.'),
        credit: account('Account that the amount enters.'),
        amount: field(Money, 'Amount of the transfer.'),
      }),
      { description: 'Transfers of the posting.' },
    ),
    correctable: Type.Boolean({
      description: 'Whether an operator can reverse it: a write-off, repayment or conversion, once.',
    }),
    createdAt,
  },
  { title: 'LedgerPosting', description: 'One balanced transaction of the ledger.' },
)
export type LedgerPosting = Static<typeof LedgerPosting>

export const verificationKinds = ['ledger', 'audit', 'processor'] as const
export type VerificationKind = (typeof verificationKinds)[number]

export const VerificationRun = Type.Object(
  {
    id: id('Number of the run.'),
    kind: Type.Enum([...verificationKinds], { description: 'Subject of the verification.' }),
    ok: Type.Boolean({ description: 'Whether no violation was found.' }),
    detail: Type.String({ description: 'Human-readable result.' }),
    startedAt: time('Start of the run.'),
    finishedAt: time('End of the run.'),
  },
  {
    title: 'VerificationRun',
    description:
      'A periodic verification of the ledger, the audit log or the balance at the payment processor.',
  },
)
export type VerificationRun = Static<typeof VerificationRun>

const amount = (description: string) => Type.Integer({ description: `${description} In minor units.` })

/** Flat, because statements are also CSV. */
export const PlatformStatementLine = Type.Object(
  {
    account: Type.String({ description: 'Kind of the account, as listed in docs/ledger.md.' }),
    owner: Type.String({
      description: '`platform`, the payment processor, or `agents` for the sum of all agents.',
    }),
    currency: Type.String({ description: 'Currency of the amounts.' }),
    opening: amount('Balance at the start of the month.'),
    credits: amount('Sum of credits.'),
    debits: amount('Sum of debits.'),
    closing: amount('Balance at the end of the month: opening plus credits less debits.'),
  },
  { title: 'PlatformStatementLine', description: 'One account of the marketplace in one month.' },
)
export type PlatformStatementLine = Static<typeof PlatformStatementLine>

export const OwnerStatementLine = Type.Object(
  {
    ownerId: id('ID of the person or organization.'),
    name: Type.String({ description: 'Name of the owner.' }),
    currency: Type.String({ description: 'Currency of the amounts.' }),
    opening: amount('Sum of all balances of the owner at the start of the month.'),
    toppedUp: amount('Total of card top-ups.'),
    spent: amount('Paid for work, including fees.'),
    earned: amount('Earned with work, after fees.'),
    paidOut: amount('Sent to the bank, less returned payouts.'),
    reversed: amount('Returned to cards by refunds and chargebacks, less failed ones.'),
    other: amount('Write-offs, corrections and moved funds.'),
    closing: amount('Sum of all balances at the end of the month.'),
  },
  { title: 'OwnerStatementLine', description: 'Money of one owner in one month, over all their agents.' },
)
export type OwnerStatementLine = Static<typeof OwnerStatementLine>
