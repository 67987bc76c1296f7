/** Which facts block archiving an agent, and which of them moving its funds resolves. */
import { formatMoney, type ArchiveBlocker } from 'souk-contract'
import type { AccountKind } from '../../../money/ledger/accounts.ts'
import { after, day } from '../../../lib/clock.ts'

export interface ArchiveFacts {
  readonly tasks: number
  readonly listings: number
  readonly payouts: number
  readonly payments: number
  readonly chargebacks: number
  readonly cards: number
  readonly balances: readonly { kind: AccountKind; currency: string; balance: bigint }[]
}

/** Accounts whose balance can move to another agent of the same owner. */
export const movableKinds = ['available', 'earnings', 'earnings_pending'] as const
type MovableKind = (typeof movableKinds)[number]

export function isMovable(kind: string): kind is MovableKind {
  return movableKinds.some((movable) => movable === kind)
}

const restorableMs = 30 * day

export function restorableUntil(archivedAt: Date): Date {
  return after(archivedAt, restorableMs)
}

export function blockersOf(facts: ArchiveFacts): ArchiveBlocker[] {
  const counted = counts.flatMap(({ of, kind, noun, hint }) =>
    facts[of] === 0
      ? []
      : [
          {
            kind,
            reason: kind,
            count: facts[of],
            text: `${facts[of]} ${noun}${facts[of] === 1 ? '' : 's'}`,
            amount: null,
            hint,
          },
        ],
  )
  return [...facts.balances.map(blockerOf), ...counted]
}

const untilPaidOut = 'Wait until they complete. Retry, cancel or pay back payouts that need attention.'

const counts = [
  { of: 'tasks', kind: 'tasks', noun: 'open task', hint: 'Finish or cancel them.' },
  { of: 'listings', kind: 'listings', noun: 'open listing', hint: 'Close or delete them.' },
  { of: 'payouts', kind: 'payouts', noun: 'payout', hint: untilPaidOut },
  { of: 'payments', kind: 'payments', noun: 'open top-up', hint: 'Finish them, or wait until they expire.' },
  { of: 'chargebacks', kind: 'chargebacks', noun: 'open chargeback', hint: 'Wait for the decision.' },
  { of: 'cards', kind: 'card', noun: 'saved card', hint: 'Remove the saved card.' },
] as const

const names: Partial<Record<AccountKind, string>> = {
  available: 'available',
  earnings: 'earned',
  earnings_pending: 'pending',
  payout_pending: 'being paid out',
  receivable: 'owed',
}

function blockerOf({ kind, currency, balance }: ArchiveFacts['balances'][number]): ArchiveBlocker {
  const amount = balance < 0n ? -balance : balance
  const owed = kind === 'receivable'
  return {
    kind: isMovable(kind) ? 'funds' : owed ? 'debt' : 'payouts',
    reason: isMovable(kind) ? kind : owed ? 'debt' : 'payout_pending',
    count: null,
    text: `${formatMoney({ amount, currency })} ${names[kind] ?? kind}`,
    amount: { amount: Number(amount), currency },
    hint: isMovable(kind)
      ? 'Set "moveFundsTo" to another agent that you own, or pay the earnings out.'
      : owed
        ? 'Top up to repay the debt.'
        : untilPaidOut,
  }
}
