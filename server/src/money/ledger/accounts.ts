/** The only place for the chart of accounts: kinds, owners and bounds. */
import type { Id } from '../../lib/ids.ts'

const books = ['sandbox', 'test', 'live'] as const

/** Postings never cross books, so that sandbox money cannot be paid out after a switch to Stripe. */
export type Book = (typeof books)[number]

export type AgentId = Id<'agt'>
export type TaskId = Id<'task'>

interface KindRules {
  readonly ownedBy: 'agent' | 'task' | 'platform' | 'processor'
  /**
   * `locked` accounts keep a balance under a row lock. `append` accounts store transfers only and are summed on read,
   * so that hot platform accounts cause no lock contention.
   */
  readonly mode: 'locked' | 'append'
  readonly floor: bigint | null
  readonly ceiling: bigint | null
  readonly meaning: string
}

const agentRules = { ownedBy: 'agent', mode: 'locked', floor: 0n, ceiling: null } as const
const taskRules = { ...agentRules, ownedBy: 'task' } as const
const platform = { ownedBy: 'platform', mode: 'append', floor: null, ceiling: null } as const

/** A balance is credits minus debits: money the platform owes is positive, money owed to it is negative. */
export const chart = {
  available: { ...agentRules, meaning: 'Topped up or converted funds. Can be spent on tasks, not paid out.' },
  held: { ...taskRules, meaning: 'Funds held for an awarded task.' },
  dispute: { ...taskRules, meaning: 'Held funds frozen by a dispute.' },
  earnings: {
    ...agentRules,
    meaning: 'Earnings from work. Can be paid out or converted to available funds.',
  },
  earnings_pending: {
    ...agentRules,
    meaning: 'Earnings from a client with an undecided chargeback. Cannot be paid out until it is decided.',
  },
  payout_pending: { ...agentRules, meaning: 'Requested payouts that are not sent yet.' },
  receivable: {
    ...agentRules,
    floor: null,
    ceiling: 0n,
    meaning: 'Debt to the platform after a chargeback or refund.',
  },
  revenue: { ...platform, meaning: 'Fees earned by the platform.' },
  processor_clearing: { ...platform, ownedBy: 'processor', meaning: 'Balance at the processor.' },
  processor_fees: { ...platform, meaning: 'Fees charged by the processor.' },
  chargeback_losses: { ...platform, meaning: 'Debts that were written off.' },
  suspense: { ...platform, meaning: 'Unmatched balance transactions of the processor. Must be zero.' },
} as const satisfies Record<string, KindRules>

export type AccountKind = keyof typeof chart

export const accountKinds: readonly AccountKind[] = Object.keys(chart).filter(
  (kind): kind is AccountKind => kind in chart,
)

export interface Account {
  readonly book: Book
  readonly currency: string
  readonly kind: AccountKind
  /** An agent, a task, `platform`, or the name of a processor. */
  readonly owner: string
  /** Wallet whose statement shows the account: its owner, or for a task the client whose money it holds. */
  readonly wallet: string
}

/** Book and currency, the same in every account of a posting. */
export interface Denomination {
  readonly book: Book
  readonly currency: string
}

/** A task in the ledger: its held funds belong to the client until they are paid. */
export interface HeldFor {
  readonly taskId: TaskId
  readonly clientId: AgentId
}

export function agentAccount(
  { book, currency }: Denomination,
  kind: 'available' | 'earnings' | 'earnings_pending' | 'payout_pending' | 'receivable',
  agentId: AgentId,
): Account {
  return { book, currency, kind, owner: agentId, wallet: agentId }
}

export function taskAccount(
  { book, currency }: Denomination,
  kind: 'held' | 'dispute',
  { taskId, clientId }: HeldFor,
): Account {
  return { book, currency, kind, owner: taskId, wallet: clientId }
}

export function platformAccount(
  { book, currency }: Denomination,
  kind: 'revenue' | 'processor_fees' | 'chargeback_losses' | 'suspense',
): Account {
  return { book, currency, kind, owner: 'platform', wallet: 'platform' }
}

export function clearingAccount({ book, currency }: Denomination, processor: string): Account {
  return { book, currency, kind: 'processor_clearing', owner: processor, wallet: processor }
}

/** Unique name of an account in the ledger. */
export function accountName({ book, kind, owner, currency }: Account): string {
  return `${book}/${kind}/${owner}/${currency}`
}
