import type { Debt, LedgerPosting, OperatorAction, OperatorPayment, VerificationRun } from 'souk-contract'
import type { PlanRow } from '../debts/queries.ts'
import { viewPlan } from '../debts/view.ts'
import { viewPayment } from '../payments/view.ts'
import type { Names } from '../../resources/market-desk/name-queries.ts'
import type { ActionRow } from './action-queries.ts'
import type { DebtRow, DeskPaymentRow, PostingRow, RunRow } from './queries.ts'
import { isCorrectable, refundableOf, stateOf } from './rules.ts'

export function viewAction(row: ActionRow, now: Date): OperatorAction {
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    amount: money(row.amount, row.currency),
    reason: row.reason,
    state: stateOf(row, now),
    proposedBy: row.proposed_by,
    decidedBy: row.decided_by,
    decisionReason: row.decision_reason,
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function viewPaymentForOperator(row: DeskPaymentRow): OperatorPayment {
  const { currency, refunded } = row
  return {
    ...viewPayment(row),
    agentId: row.agent_id,
    refunded: money(refunded, currency),
    refundable: money(refundableOf(row), currency),
    refundState: row.order_state,
    refundFailure: row.order_failure,
    paymentRef: row.payment_ref,
  }
}

export function viewDebt(row: DebtRow, plans: readonly PlanRow[]): Debt {
  const plan = plans.find(
    ({ agent_id: agentId, currency }) => agentId === row.agent_id && currency === row.currency,
  )
  return {
    agentId: row.agent_id,
    handle: row.handle,
    owed: money(row.owed, row.currency),
    since: row.since.toISOString(),
    plan: plan === undefined ? null : viewPlan(plan),
  }
}

/** IDs that have names. */
export const namedIds = ({ ref, actor, transfers }: PostingRow) => [
  ref,
  actor,
  ...transfers.flatMap(({ debit, credit }) => [debit.owner, credit.owner]),
]

export function viewPosting(row: PostingRow, names: Names): LedgerPosting {
  const nameOf = (id: string) => names.get(id) ?? null
  return {
    key: row.key,
    kind: row.kind,
    reference: row.ref,
    referenceName: nameOf(row.ref),
    actor: row.actor,
    actorName: nameOf(row.actor),
    transfers: row.transfers.map(({ amount, currency, debit, credit }) => ({
      debit: { ...debit, ownerName: nameOf(debit.owner) },
      credit: { ...credit, ownerName: nameOf(credit.owner) },
      amount: { amount, currency },
    })),
    correctable: isCorrectable(row.kind) && !row.corrected,
    createdAt: row.created_at.toISOString(),
  }
}

export function viewRun(row: RunRow): VerificationRun {
  return {
    id: String(row.id),
    kind: row.kind,
    ok: row.ok,
    detail: row.detail,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at.toISOString(),
  }
}

function money(amount: bigint, currency: string) {
  return { amount: Number(amount), currency }
}
