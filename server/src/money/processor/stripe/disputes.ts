import type { Stripe } from 'stripe'
import type { EvidenceInput, EvidenceOutcome } from '../processor.ts'
import type { DisputeSnapshot } from '../snapshots.ts'
import { expanded, hasValue, idempotencyKey, money, ourId, refOf } from './money.ts'
import { fetched, tryCall } from './outcomes.ts'
import { refusedCall } from './refusals.ts'

export async function fetchDispute(stripe: Stripe, ref: string): Promise<DisputeSnapshot | undefined> {
  const dispute = await fetched(() => stripe.disputes.retrieve(ref, { expand: ['payment_intent'] }))
  if (dispute === undefined) return undefined
  const { currency } = dispute
  const sum = (of: (transaction: Stripe.BalanceTransaction) => number) =>
    money(
      (dispute.balance_transactions ?? []).reduce((total, transaction) => total + of(transaction), 0),
      currency,
    )
  return {
    ref: dispute.id,
    paymentRef: refOf(dispute.payment_intent) ?? '',
    paymentId: ourId(expanded(dispute.payment_intent)?.metadata),
    status: disputeStatuses[dispute.status] ?? 'open',
    appeal: appealOf(dispute),
    amount: money(dispute.amount, currency),
    withdrawn: sum(({ amount }) => Math.max(0, -amount)),
    reinstated: sum(({ amount }) => Math.max(0, amount)),
    fee: sum(({ fee }) => fee),
  }
}

const appealed: ReadonlySet<string> = new Set(['appeal_needs_response', 'appeal_under_review'])

/** The status shows an open appeal, the evidence a past one. */
function appealOf({ status, evidence }: Stripe.Dispute): DisputeSnapshot['appeal'] {
  if (appealed.has(status)) return 'open'
  return hasValue(evidence?.appeal) ? 'decided' : 'none'
}

/** A closed inquiry and a prevented dispute withdraw nothing. */
const disputeStatuses: Readonly<Record<string, DisputeSnapshot['status']>> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'won',
  prevented: 'won',
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
}

/** Stripe's limit of each text. */
const textMax = 20_000

/** Repeated under its key after a lost response: a second submission would be refused. */
export async function submitEvidence(
  stripe: Stripe,
  { id, disputeRef, evidence }: EvidenceInput,
): Promise<EvidenceOutcome> {
  const result = await tryCall(() =>
    stripe.disputes.update(
      disputeRef,
      {
        evidence: {
          customer_name: cut(evidence.customerName),
          customer_email_address: cut(evidence.customerEmail),
          product_description: cut(evidence.productDescription),
          ...(evidence.serviceDate === undefined ? {} : { service_date: evidence.serviceDate }),
          access_activity_log: cut(evidence.activityLog),
          uncategorized_text: cut(evidence.statement),
        },
        submit: true,
      },
      idempotencyKey('evidence', { id }),
    ),
  )
  if (result.outcome === 'unknown') return result
  if (result.outcome === 'refused') return refusedCall('evidence', result.error)
  return { outcome: 'submitted' }
}

function cut(text: string): string {
  return text.slice(0, textMax)
}
