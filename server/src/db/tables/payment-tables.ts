import { bigint, defaulted, integer, nullable, text, textArray, timestamp } from '../columns.ts'
import type { Id } from '../../lib/ids.ts'
import type { Book } from '../../money/ledger/accounts.ts'
import type { EventSubject } from '../../money/processor/processor.ts'

type AgentId = Id<'agt'>

export type PaymentState = 'intended' | 'open' | 'processing' | 'succeeded' | 'failed' | 'expired'
export type PayoutState =
  | 'requested'
  | 'sending'
  | 'sent'
  | 'in_transit'
  | 'paid'
  | 'reversing'
  | 'failed'
  | 'returned'
  | 'needs_attention'
  | 'canceling'
  | 'canceled'
/** The step at which a payout stopped, and from which a retry continues. */
export type StoppedState = 'sending' | 'sent' | 'in_transit' | 'reversing'
type OnboardingState = 'not_started' | 'pending' | 'action_required' | 'active' | 'restricted'

const session = {
  session_ref: nullable(text()),
  session_url: nullable(text()),
  session_expires_at: nullable(timestamp()),
}

/** Tables of payments, payouts, chargebacks and refunds, as of the latest migration. */
export const paymentTables = {
  processor_customers: {
    agent_id: text<AgentId>(),
    book: text<Book>(),
    ref: text(),
    created_at: timestamp(),
  },
  payments: {
    id: text<Id<'pay'>>(),
    agent_id: text<AgentId>(),
    /** Agent that is debited for a refund or chargeback; null for the agent itself. */
    liable_id: nullable(text<AgentId>()),
    /** Agents that were liable before, oldest first. */
    past_liable_ids: defaulted(textArray<AgentId>()),
    book: text<Book>(),
    kind: text<'top_up' | 'charge' | 'conversion'>(),
    amount: bigint(),
    currency: text(),
    state: text<PaymentState>(),
    request_key: nullable(text()),
    customer_ref: nullable(text()),
    method_ref: nullable(text()),
    ...session,
    payment_ref: nullable(text()),
    failure: nullable(text()),
    fee: nullable(bigint()),
    due_at: nullable(timestamp()),
    attempts: defaulted(integer()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  payment_authorities: {
    agent_id: text<AgentId>(),
    book: text<Book>(),
    id: text<Id<'pau'>>(),
    state: text<'pending' | 'active' | 'failed' | 'removed'>(),
    currency: text(),
    max_per_charge: bigint(),
    max_per_day: bigint(),
    customer_ref: nullable(text()),
    ...session,
    method_ref: nullable(text()),
    brand: nullable(text()),
    last4: nullable(text()),
    exp_month: nullable(integer()),
    exp_year: nullable(integer()),
    due_at: nullable(timestamp()),
    created_at: timestamp(),
    updated_at: timestamp(),
    /** Identifies the card across agents. */
    fingerprint: nullable(text()),
  },
  payout_accounts: {
    agent_id: text<AgentId>(),
    book: text<Book>(),
    ref: nullable(text()),
    country: text(),
    state: text<OnboardingState>(),
    missing: textArray(),
    /** Number of the next attempt to open the account, or of the one without a response. */
    attempt: defaulted(integer()),
    /** Why the processor refused the last attempt. */
    problem: nullable(text()),
    /** Start of the attempt that has no response yet. */
    asked_at: nullable(timestamp()),
    checked_at: nullable(timestamp()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  payouts: {
    id: text<Id<'pout'>>(),
    agent_id: text<AgentId>(),
    book: text<Book>(),
    amount: bigint(),
    currency: text(),
    state: text<PayoutState>(),
    account_ref: text(),
    transfer_ref: nullable(text()),
    bank_ref: nullable(text()),
    /** Amount that arrived in the account, in its currency, and amount sent to the bank. */
    settled_amount: nullable(bigint()),
    settled_currency: nullable(text()),
    bank_amount: nullable(bigint()),
    failure: nullable(text()),
    failure_message: nullable(text()),
    stopped_in: nullable(text<StoppedState>()),
    /** Number of idempotency keys used for this step: incremented after each refusal. */
    attempt: defaulted(integer()),
    /** Number of times a worker leased this attempt. */
    calls: defaulted(integer()),
    step_since: timestamp(),
    due_at: nullable(timestamp()),
    created_at: timestamp(),
    updated_at: timestamp(),
    /** Why operators hold it; null if they do not. */
    hold_reason: nullable(text()),
  },
  chargebacks: {
    ref: text(),
    payment_id: text<Id<'pay'>>(),
    agent_id: text<AgentId>(),
    book: text<Book>(),
    state: text<'open' | 'won' | 'lost'>(),
    appeal: defaulted(text<'none' | 'open' | 'decided'>()),
    amount: bigint(),
    currency: text(),
    withdrawn: defaulted(bigint()),
    reinstated: defaulted(bigint()),
    due_at: defaulted(nullable(timestamp())),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  earnings_holds: {
    id: text<Id<'ehd'>>(),
    agent_id: text<AgentId>(),
    client_id: text<AgentId>(),
    task_id: text<Id<'task'>>(),
    book: text<Book>(),
    currency: text(),
    amount: bigint(),
    covered: defaulted(bigint()),
    restored: defaulted(bigint()),
    state: text<'held' | 'decided'>(),
    created_at: timestamp(),
    decided_at: nullable(timestamp()),
  },
  refunds: {
    ref: text(),
    payment_id: text<Id<'pay'>>(),
    agent_id: text<AgentId>(),
    book: text<Book>(),
    state: text<'pending' | 'succeeded' | 'failed'>(),
    amount: bigint(),
    currency: text(),
    due_at: nullable(timestamp()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  movement_looks: {
    book: text<Book>(),
    seen_up_to: timestamp(),
    refunds_seen_up_to: nullable(timestamp()),
    due_at: timestamp(),
  },
  processor_events: {
    event_id: text(),
    book: text<Book>(),
    type: text(),
    subject: text<EventSubject>(),
    ref: text(),
    our_id: nullable(text()),
    under: nullable(text()),
    state: text<'queued' | 'applied' | 'ignored' | 'failed'>(),
    attempts: defaulted(integer()),
    due_at: timestamp(),
    created_at: timestamp(),
    applied_at: nullable(timestamp()),
  },
}
