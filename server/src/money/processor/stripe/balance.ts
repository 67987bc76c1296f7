import type { Stripe } from 'stripe'
import type { DisputeSnapshot, BalanceTransaction, PlatformBalance } from '../snapshots.ts'
import { expanded, hasValue, money, ourId, refOf } from './money.ts'
import { completed, fetched } from './outcomes.ts'

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

export async function fetchBalance(stripe: Stripe, currency: string): Promise<PlatformBalance> {
  const balance = await completed(() => stripe.balance.retrieve())
  const inCurrency = (parts: readonly { amount: number; currency: string }[]) =>
    money(
      parts
        .filter((part) => part.currency.toUpperCase() === currency)
        .reduce((total, { amount }) => total + amount, 0),
      currency,
    )
  return { available: inCurrency(balance.available), pending: inCurrency(balance.pending) }
}

export async function* listBalanceTransactions(
  stripe: Stripe,
  since: Date,
): AsyncIterable<BalanceTransaction> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const list = stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })
  const rows = list[Symbol.asyncIterator]()
  for (;;) {
    const next = await completed(() => rows.next())
    if (next.done === true) return
    yield balanceTransactionOf(next.value)
  }
}

const kinds: Readonly<Record<string, BalanceTransaction['kind']>> = {
  charge: 'payment',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  transfer: 'transfer',
  transfer_reversal: 'transfer_reversal',
}

function balanceTransactionOf(row: Stripe.BalanceTransaction): BalanceTransaction {
  return {
    ref: row.id,
    at: new Date(row.created * 1000),
    kind: kinds[row.reporting_category] ?? 'other',
    sourceRef: sourceOf(row),
    amount: money(row.amount, row.currency),
    fee: money(row.fee, row.currency),
    net: money(row.net, row.currency),
  }
}

/** A reversal is identified by its transfer. */
function sourceOf({ source }: Stripe.BalanceTransaction): string | undefined {
  const thing = expanded(source)
  return thing?.object === 'transfer_reversal' ? refOf(thing.transfer) : refOf(source)
}
