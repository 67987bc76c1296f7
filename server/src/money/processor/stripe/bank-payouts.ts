import type { Stripe } from 'stripe'
import type { BankPayoutOutcome, Lookup, TransferInput } from '../processor.ts'
import type { BankPayoutSnapshot } from '../snapshots.ts'
import { findFirst } from './lists.ts'
import { idempotencyKey, money, ourId, ourMetadata, toStripe } from './money.ts'
import { sanitized } from './messages.ts'
import { fetched, tryCall } from './outcomes.ts'
import { refusedCall } from './refusals.ts'

/** Runs on the connected account: its balance pays, not the platform's. */
export async function sendBankPayout(stripe: Stripe, input: TransferInput): Promise<BankPayoutOutcome> {
  if ((input.attempt ?? 1) > 1) {
    // A new idempotency key could pay out twice, so look for an existing payout first.
    const payout = await fetchBankPayout(stripe, { id: input.id, under: input.accountRef })
    if (payout !== undefined) return { outcome: 'submitted', payout }
  }
  const result = await tryCall(() =>
    stripe.payouts.create(
      { ...toStripe(input.amount), metadata: ourMetadata(input.id) },
      { stripeAccount: input.accountRef, ...idempotencyKey('payout', input) },
    ),
  )
  if (result.outcome === 'unknown') return result
  if (result.outcome === 'refused') return refusedCall('payout', result.error)
  return { outcome: 'submitted', payout: payoutSnapshot(result.value, input.accountRef) }
}

export async function fetchBankPayout(
  stripe: Stripe,
  lookup: Lookup & { under: string },
): Promise<BankPayoutSnapshot | undefined> {
  const inside = { stripeAccount: lookup.under }
  const found =
    'ref' in lookup
      ? await fetched(() => stripe.payouts.retrieve(lookup.ref, {}, inside))
      : await findFirst(
          stripe.payouts.list({ limit: 100 }, inside),
          ({ metadata }) => ourId(metadata) === lookup.id,
        )
  return found === undefined ? undefined : payoutSnapshot(found, lookup.under)
}

function payoutSnapshot(row: Stripe.Payout, accountRef: string): BankPayoutSnapshot {
  const statuses: Readonly<Record<string, BankPayoutSnapshot['status']>> = {
    in_transit: 'in_transit',
    paid: 'paid',
    failed: 'failed',
    canceled: 'canceled',
  }
  return {
    id: ourId(row.metadata),
    ref: row.id,
    accountRef,
    status: statuses[row.status] ?? 'pending',
    amount: money(row.amount, row.currency),
    failureCode: row.failure_code ?? undefined,
    failureMessage: row.failure_message === null ? undefined : sanitized(row.failure_message),
  }
}
