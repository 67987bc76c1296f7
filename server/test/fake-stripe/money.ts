import type { Stripe } from 'stripe'
import { emit } from './events.ts'
import { newDispute, newTransaction } from './payout-objects.ts'
import { later, seconds, type State } from './state.ts'

const settlementSeconds = 10
const disputeFee = 1500

/** The platform's balance is the sum of its balance transactions; nothing else changes it. */
export function record(
  state: State,
  movement: {
    amount: number
    fee?: number
    currency: string
    type: Stripe.BalanceTransaction.Type
    category: string
    source: string
    settlesLater?: boolean
  },
): Stripe.BalanceTransaction {
  const created = seconds(state)
  const transaction = newTransaction({
    amount: movement.amount,
    fee: movement.fee ?? 0,
    currency: movement.currency,
    type: movement.type,
    category: movement.category,
    source: movement.source,
    created,
    availableOn: movement.settlesLater === true ? created + settlementSeconds : created,
  })
  state.transactions.set(transaction.id, transaction)
  return transaction
}

export function balance(state: State): Stripe.Balance {
  const sum = (isAvailable: boolean) => {
    const totals = new Map<string, number>()
    for (const { currency, net, available_on } of state.transactions.values()) {
      const counts = available_on <= seconds(state) === isAvailable
      totals.set(currency, (totals.get(currency) ?? 0) + (counts ? net : 0))
    }
    return [...totals].map(([currency, amount]) => ({ amount, currency }))
  }
  return { object: 'balance', available: sum(true), livemode: false, pending: sum(false) }
}

export function available(state: State, currency: string): number {
  return balance(state).available.find((part) => part.currency === currency)?.amount ?? 0
}

/** What is available and what is still to settle; refunds may take both. */
export function held(state: State, currency: string): number {
  const pending = balance(state).pending.find((part) => part.currency === currency)?.amount ?? 0
  return available(state, currency) + pending
}

/** The card's owner says they did not pay. */
export function disputeLater(state: State, charge: Stripe.Charge): void {
  later(state, () => {
    const dispute = newDispute(charge, seconds(state))
    const withdrawal = record(state, {
      amount: -dispute.amount,
      fee: disputeFee,
      currency: dispute.currency,
      type: 'adjustment',
      category: 'dispute',
      source: dispute.id,
    })
    dispute.balance_transactions.push(withdrawal)
    charge.disputed = true
    state.disputes.set(dispute.id, dispute)
    emit(state, 'charge.dispute.created', dispute)
    emit(state, 'charge.dispute.funds_withdrawn', dispute)
  })
}

const undecided = new Set(['needs_response', 'appeal_under_review'])

/** The platform appeals a loss, and has handed in what speaks for it. */
export function appealDispute(state: State, id: string): void {
  const dispute = state.disputes.get(id)
  if (dispute?.status !== 'lost') return
  dispute.status = 'appeal_under_review'
  dispute.evidence.appeal = { card: { reason_for_filing: 'other', supporting_files: [] } }
  emit(state, 'charge.dispute.updated', dispute)
}

export function decideDispute(state: State, id: string, verdict: 'won' | 'lost'): void {
  const dispute = state.disputes.get(id)
  if (dispute === undefined || !undecided.has(dispute.status)) return
  dispute.status = verdict
  if (verdict === 'won') {
    const back = record(state, {
      amount: dispute.amount,
      currency: dispute.currency,
      type: 'adjustment',
      category: 'dispute_reversal',
      source: dispute.id,
    })
    dispute.balance_transactions.push(back)
    emit(state, 'charge.dispute.funds_reinstated', dispute)
  }
  emit(state, 'charge.dispute.closed', dispute)
}
