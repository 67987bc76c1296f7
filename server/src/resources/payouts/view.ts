import type { Onboarding, Payout } from 'souk-contract'
import type { AccountRow, PayoutRow } from './queries.ts'
import type { PayoutState } from '../../db/payment-tables.ts'

/** What callers see; steps of ours that mean nothing to them show as the step before. */
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
}

export function viewPayout(row: PayoutRow): Payout {
  return {
    id: row.id,
    amount: { amount: Number(row.amount), currency: row.currency },
    status: statuses[row.state],
    failure: row.failure,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
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
