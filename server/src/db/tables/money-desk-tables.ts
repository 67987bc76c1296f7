import type {
  ChargebackFacts,
  DebtPlanState,
  InstallmentState,
  OperatorActionKind,
  VerificationKind,
} from 'souk-contract'
import { bigint, boolean, defaulted, integer, json, nullable, text, timestamp } from '../columns.ts'
import type { Id } from '../../lib/ids.ts'
import type { Book } from '../../money/ledger/accounts.ts'

/** Tables of the operators' money desk and of the nodes that they watch, as of the latest migration. */
export const moneyDeskTables = {
  operator_actions: {
    id: text<Id<'opa'>>(),
    kind: text<OperatorActionKind>(),
    subject_id: text(),
    amount: bigint(),
    currency: text(),
    reason: text(),
    state: text<'pending' | 'executed' | 'rejected'>(),
    proposed_by: text<Id<'usr'>>(),
    decided_by: nullable(text<Id<'usr'>>()),
    decision_reason: nullable(text()),
    expires_at: timestamp(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  refund_orders: {
    id: text<Id<'rfd'>>(),
    action_id: text<Id<'opa'>>(),
    payment_id: text<Id<'pay'>>(),
    agent_id: text<Id<'agt'>>(),
    book: text<Book>(),
    amount: bigint(),
    currency: text(),
    state: text<'requested' | 'sent' | 'failed'>(),
    /** Number of idempotency keys used: incremented after each definite refusal. */
    attempt: defaulted(integer()),
    /** Number of times a worker leased this attempt. */
    calls: defaulted(integer()),
    failure: nullable(text()),
    due_at: nullable(timestamp()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  chargeback_evidence: {
    chargeback_ref: text(),
    book: text<Book>(),
    state: text<'draft' | 'queued' | 'sent' | 'failed'>(),
    statement: text(),
    facts: nullable(json<ChargebackFacts>()),
    /** Number of idempotency keys used: incremented whenever operators send. */
    attempt: defaulted(integer()),
    failure: nullable(text()),
    written_by: text<Id<'usr'>>(),
    sent_at: nullable(timestamp()),
    due_at: nullable(timestamp()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  debt_plans: {
    id: text<Id<'dpl'>>(),
    agent_id: text<Id<'agt'>>(),
    book: text<Book>(),
    currency: text(),
    state: text<DebtPlanState>(),
    due_at: nullable(timestamp()),
    ended_at: nullable(timestamp()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  debt_installments: {
    plan_id: text<Id<'dpl'>>(),
    number: integer(),
    amount: bigint(),
    due_at: timestamp(),
    state: text<InstallmentState>(),
  },
  verification_runs: {
    id: bigint(),
    kind: text<VerificationKind>(),
    ok: boolean(),
    detail: text(),
    started_at: timestamp(),
    finished_at: timestamp(),
  },
  nodes: {
    id: text(),
    version: text(),
    started_at: timestamp(),
    seen_at: timestamp(),
    requests: bigint(),
    errors: bigint(),
  },
}
