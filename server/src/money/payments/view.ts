import type { ActivityLine, Balance, EndReason, Payment, PaymentAuthority } from 'souk-contract'
import type { PlanRow } from '../debts/queries.ts'
import { viewPlan } from '../debts/view.ts'
import type { Line } from '../ledger/activity-queries.ts'
import type { Balances } from '../ledger/queries.ts'
import type { AuthorityRow, PaymentRow } from './queries.ts'

interface Constraints {
  readonly restricted: boolean
  readonly plan: PlanRow | undefined
  readonly cleared: bigint
}

export function viewBalance(
  balances: Balances & { readonly held: bigint },
  currency: string,
  { restricted, plan, cleared }: Constraints,
): Balance {
  return {
    currency,
    available: Number(balances.available),
    held: Number(balances.held),
    earnings: Number(balances.earnings),
    cleared: Number(cleared),
    pending: Number(balances.pending),
    pendingReason: balances.pending > 0n ? 'client-chargeback' : null,
    payoutPending: Number(balances.payoutPending),
    owed: Number(balances.owed),
    restricted,
    debtPlan: plan === undefined ? null : viewPlan(plan),
  }
}

export function viewPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    kind: row.kind,
    amount: { amount: Number(row.amount), currency: row.currency },
    status: row.state === 'intended' ? 'processing' : row.state,
    failure: row.failure,
    createdAt: row.created_at.toISOString(),
  }
}

export function viewSession(row: {
  id: string
  session_url: string | null
  session_expires_at: Date | null
  state: string
}) {
  return {
    id: row.id,
    url: row.session_url ?? '',
    expiresAt: (row.session_expires_at ?? new Date(0)).toISOString(),
    status: row.state,
  }
}

export function viewAuthority(row: AuthorityRow | undefined): PaymentAuthority {
  if (row === undefined)
    return { status: 'none', card: null, maxPerCharge: null, maxPerDay: null, updatedAt: null }
  const { brand, last4, exp_month: expMonth, exp_year: expYear, currency } = row
  const complete = brand !== null && last4 !== null && expMonth !== null && expYear !== null
  return {
    status: row.state,
    card: complete && row.state === 'active' ? { brand, last4, expMonth, expYear } : null,
    maxPerCharge: { amount: Number(row.max_per_charge), currency },
    maxPerDay: { amount: Number(row.max_per_day), currency },
    updatedAt: row.updated_at.toISOString(),
  }
}

export function viewLine(line: Line): ActivityLine {
  return {
    id: `${line.postingId}.${line.leg}.${line.side}`,
    at: line.at.toISOString(),
    kind: line.kind,
    description: describeLine(line),
    reference: line.ref,
    ...(line.title === null ? {} : { title: line.title }),
    ...(line.outcome === null ? {} : { outcome: line.outcome }),
    balance: line.balance,
    amount: Number(line.amount),
    balanceAfter: Number(line.balanceAfter ?? 0n),
    currency: line.currency,
    counterparty: line.counterparty,
    ...(line.counterpartyName === null ? {} : { counterpartyName: line.counterpartyName }),
    ...(line.fee === null ? {} : { fee: Number(line.fee) }),
    ...(line.party === null ? {} : { party: line.party }),
    ...(line.partyName === null ? {} : { partyName: line.partyName }),
  }
}

/** Descriptions of wallet activity. */
const descriptions: Record<Line['kind'], { in: string; out: string }> = {
  top_up: { in: 'Topped up', out: 'Topped up' },
  top_up_fee: { in: 'Processor fee', out: 'Processor fee' },
  repay: { in: 'Debt repaid', out: 'Debt repaid' },
  convert: { in: 'Earnings moved to balance', out: 'Earnings moved to balance' },
  hold: { in: 'Funds put on hold', out: 'Funds put on hold' },
  settle: { in: 'Payment received', out: 'Payment sent' },
  freeze: { in: 'Frozen by a dispute', out: 'Frozen by a dispute' },
  unfreeze: { in: 'Dispute withdrawn', out: 'Dispute withdrawn' },
  rule: { in: 'Dispute ruling', out: 'Dispute ruling' },
  release: { in: 'Hold released', out: 'Hold released' },
  earnings_hold: {
    in: 'Held until a chargeback of the client is decided',
    out: 'Held until a chargeback of the client is decided',
  },
  earnings_release: { in: 'Chargeback of the client decided', out: 'Chargeback of the client decided' },
  earnings_cover: { in: 'Debt paid from held earnings', out: 'Lost to a chargeback of the client' },
  earnings_restore: {
    in: 'Chargeback of the client won on appeal',
    out: 'Chargeback of the client won on appeal',
  },
  move_funds: { in: 'Moved from an archived agent', out: 'Moved to another agent' },
  payout_hold: { in: 'Payout requested', out: 'Payout requested' },
  payout_sent: { in: 'Payout sent', out: 'Payout sent' },
  payout_release: {
    in: 'Payout not sent, returned to earnings',
    out: 'Payout not sent, returned to earnings',
  },
  payout_return: { in: 'Payout returned by the bank', out: 'Payout returned by the bank' },
  refund: { in: 'Refunded to the card', out: 'Refunded to the card' },
  refund_failed: { in: 'Refund failed', out: 'Refund failed' },
  chargeback: { in: 'Chargeback', out: 'Chargeback' },
  chargeback_won: { in: 'Chargeback won', out: 'Chargeback won' },
  write_off: { in: 'Debt written off', out: 'Debt written off' },
  correct: { in: 'Correction', out: 'Correction' },
}

/** Ends of a dispute other than a ruling. */
const outcomes: Readonly<Partial<Record<EndReason, { in: string; out: string }>>> = {
  accepted: {
    in: 'Payment received, accepted during a dispute',
    out: 'Payment sent, accepted during a dispute',
  },
  settled: { in: 'Dispute settled', out: 'Dispute settled' },
  provider_failed: {
    in: 'Hold released, the provider withdrew',
    out: 'Hold released, the provider withdrew',
  },
}

function describeLine({ kind, outcome, amount, counterBalance }: Line): string {
  if (counterBalance === 'revenue' && kind !== 'correct') return 'Platform fee'
  const texts = (outcome === null ? undefined : outcomes[outcome]) ?? descriptions[kind]
  return texts[amount > 0n ? 'in' : 'out']
}
