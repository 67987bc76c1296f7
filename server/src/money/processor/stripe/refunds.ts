import type { Stripe } from 'stripe'
import type { Lookup, RefundInput, RefundOutcome } from '../processor.ts'
import type { RefundSnapshot } from '../snapshots.ts'
import { findFirst } from './lists.ts'
import { hasValue, idempotencyKey, money, ourId, ourMetadata, refOf, toStripe } from './money.ts'
import { fetched, refusal, tryCall } from './outcomes.ts'

export async function refund(stripe: Stripe, input: RefundInput): Promise<RefundOutcome> {
  if ((input.attempt ?? 1) > 1) {
    // A new idempotency key could refund twice, so look for an existing refund first.
    const earlier = await fetchRefund(stripe, { id: input.id, under: input.paymentRef })
    if (earlier !== undefined && earlier.status !== 'failed')
      return { outcome: earlier.status, refund: earlier }
  }
  const { amount } = toStripe(input.amount)
  const result = await tryCall(() =>
    stripe.refunds.create(
      { payment_intent: input.paymentRef, amount, metadata: ourMetadata(input.id) },
      idempotencyKey('refund', input),
    ),
  )
  if (result.outcome === 'unknown') return result
  if (result.outcome === 'refused') {
    if (result.error.code === 'balance_insufficient') return { outcome: 'insufficient_platform_balance' }
    throw refusal(result.error)
  }
  const snapshot = refundSnapshot(result.value)
  if (snapshot.status !== 'failed') return { outcome: snapshot.status, refund: snapshot }
  const processorCode = result.value.failure_reason ?? 'refund_failed'
  return { outcome: 'failed', failure: { code: 'card_declined', processorCode } }
}

export async function fetchRefund(stripe: Stripe, lookup: Lookup): Promise<RefundSnapshot | undefined> {
  const found =
    'ref' in lookup
      ? await fetched(() => stripe.refunds.retrieve(lookup.ref))
      : await findFirst(
          stripe.refunds.list({ payment_intent: lookup.under, limit: 100 }),
          ({ metadata }) => ourId(metadata) === lookup.id,
        )
  // Refunds of payments made outside Souk have no payment intent that we know.
  return hasValue(found?.payment_intent) ? refundSnapshot(found) : undefined
}

function refundSnapshot(row: Stripe.Refund): RefundSnapshot {
  const statuses: Readonly<Record<string, RefundSnapshot['status']>> = {
    succeeded: 'succeeded',
    failed: 'failed',
    canceled: 'failed',
  }
  return {
    id: ourId(row.metadata),
    ref: row.id,
    paymentRef: refOf(row.payment_intent) ?? '',
    status: statuses[row.status ?? ''] ?? 'pending',
    amount: money(row.amount, row.currency),
  }
}
