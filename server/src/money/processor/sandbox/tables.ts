import {
  bigint,
  boolean,
  bytes,
  defaulted,
  integer,
  json,
  nullable,
  text,
  timestamp,
} from '../../../db/columns.ts'
import type { Refusal } from '../refusals.ts'
import type { DeclineCode, BalanceTransaction, PayoutAccountSnapshot } from '../snapshots.ts'
import type { VerifiedEvent } from '../processor.ts'

/** Result of a call, stored to replay its response. */
export type StoredResponse =
  | { readonly made: string }
  | { readonly refused: DeclineCode }
  | { readonly short: 'platform' }
  | { readonly refusal: Refusal }

export type EventAbout = VerifiedEvent['about']

const due = () => nullable(timestamp())

/** Tables of the sandbox processor; only this folder uses them. */
export const sandboxTables = {
  sandbox_calls: {
    key: text(),
    request_hash: bytes(),
    answer: nullable(json<StoredResponse>()),
    created_at: timestamp(),
  },
  sandbox_customers: { id: text(), our_id: text(), created_at: timestamp() },
  sandbox_methods: {
    id: text(),
    customer_id: text(),
    card: text(),
    created_at: timestamp(),
    removed_at: nullable(timestamp()),
  },
  sandbox_accounts: {
    id: text(),
    our_id: text(),
    email: text(),
    country: text(),
    currency: text(),
    balance: bigint(),
    bank: nullable(text()),
    state: text<PayoutAccountSnapshot['status']>(),
    due_at: due(),
    created_at: timestamp(),
  },
  sandbox_payments: {
    id: text(),
    our_id: text(),
    customer_id: text(),
    card: text(),
    amount: bigint(),
    currency: text(),
    fee: bigint(),
    refunded: defaulted(bigint()),
    state: text<'processing' | 'succeeded' | 'failed'>(),
    failure: nullable(text<DeclineCode>()),
    due_at: due(),
    created_at: timestamp(),
  },
  sandbox_sessions: {
    id: text(),
    kind: text<'checkout' | 'setup' | 'onboard'>(),
    our_id: text(),
    customer_id: nullable(text()),
    account_id: nullable(text()),
    amount: nullable(bigint()),
    currency: nullable(text()),
    return_url: text(),
    state: text<'open' | 'completed' | 'expired'>(),
    payment_id: nullable(text()),
    method_id: nullable(text()),
    created_at: timestamp(),
    expires_at: timestamp(),
  },
  sandbox_refunds: {
    id: text(),
    our_id: text(),
    payment_id: text(),
    amount: bigint(),
    currency: text(),
    state: text<'pending' | 'succeeded' | 'failed'>(),
    due_at: due(),
    created_at: timestamp(),
  },
  sandbox_disputes: {
    id: text(),
    payment_id: text(),
    amount: bigint(),
    currency: text(),
    fee: bigint(),
    state: text<'open' | 'won' | 'lost'>(),
    appeal: defaulted(text<'none' | 'open' | 'decided'>()),
    steps: defaulted(integer()),
    due_at: due(),
    created_at: timestamp(),
    evidence: nullable(text()),
  },
  sandbox_transfers: {
    id: text(),
    our_id: text(),
    account_id: text(),
    amount: bigint(),
    currency: text(),
    reversed: defaulted(bigint()),
    created_at: timestamp(),
  },
  sandbox_payouts: {
    id: text(),
    our_id: text(),
    account_id: text(),
    amount: bigint(),
    currency: text(),
    state: text<'in_transit' | 'paid' | 'failed'>(),
    failure: nullable(text()),
    due_at: due(),
    created_at: timestamp(),
  },
  sandbox_balances: { currency: text(), total: bigint() },
  sandbox_movements: {
    id: text(),
    kind: text<Exclude<BalanceTransaction['kind'], 'other'>>(),
    source_id: text(),
    amount: bigint(),
    fee: bigint(),
    currency: text(),
    created_at: timestamp(),
    available_at: timestamp(),
    announced: boolean(),
  },
  sandbox_events: {
    id: text(),
    type: text(),
    about: json<EventAbout>(),
    state: text<'queued' | 'delivered' | 'failed'>(),
    attempts: defaulted(integer()),
    due_at: timestamp(),
    created_at: timestamp(),
  },
}
