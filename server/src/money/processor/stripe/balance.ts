import type { Stripe } from 'stripe'
import type { BalanceTransaction, PlatformBalance } from '../snapshots.ts'
import { expanded, money, refOf } from './money.ts'
import { completed } from './outcomes.ts'

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
