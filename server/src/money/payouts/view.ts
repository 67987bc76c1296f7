import type { Onboarding, OperatorPayout, Payout } from 'souk-contract'
import type { AccountRow, PayoutRow } from './queries.ts'
import type { PayoutState } from '../../db/tables/payment-tables.ts'
import { actionsOf, operatorActionsOf } from './rules.ts'

/** Public statuses. Internal steps show as the step before. */
const statuses: Record<PayoutState, Payout['status']> = {
  requested: 'requested',
  sending: 'sending',
  sent: 'in_transit',
  in_transit: 'in_transit',
  paid: 'paid',
  reversing: 'in_transit',
  failed: 'failed',
  returned: 'returned',
  needs_attention: 'needs_attention',
  canceling: 'sending',
  canceled: 'canceled',
}

export function viewPayout(row: PayoutRow): Payout {
  return {
    id: row.id,
    amount: { amount: Number(row.amount), currency: row.currency },
    settled: viewSettled(row),
    status: statuses[row.state],
    failure: row.failure,
    failureMessage: row.failure_message,
    held: row.hold_reason !== null,
    actions: [...actionsOf(row)],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** Adds the processor ids that operators need. */
export function viewPayoutForOperator(row: PayoutRow): OperatorPayout {
  return {
    ...viewPayout(row),
    agentId: row.agent_id,
    accountRef: row.account_ref,
    transferRef: row.transfer_ref,
    bankRef: row.bank_ref,
    stoppedIn: row.stopped_in,
    attempt: row.attempt,
    holdReason: row.hold_reason,
    operatorActions: [...operatorActionsOf(row)],
  }
}

function viewSettled({ settled_amount: amount, settled_currency: currency }: PayoutRow): Payout['settled'] {
  return amount === null || currency === null ? null : { amount: Number(amount), currency }
}

export function viewOnboarding(row: AccountRow | undefined, defaultCountry?: string): Onboarding {
  return {
    status: row?.state ?? 'not_started',
    missing: row?.missing ?? [],
    country: row?.country ?? defaultCountry ?? null,
    problem: row?.problem ?? null,
    checkedAt: row?.checked_at?.toISOString() ?? null,
  }
}
