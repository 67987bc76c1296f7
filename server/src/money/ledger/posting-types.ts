import { activityKinds } from 'souk-contract'
import type { Account } from './accounts.ts'

/** What shows in somebody's statement, and what only the platform sees. */
export const postingKinds = [...activityKinds, 'top_up_fee'] as const

export type PostingKind = (typeof postingKinds)[number]

/** Money leaves `debit` and arrives at `credit`; nothing is made or lost on the way. */
export interface Transfer {
  readonly debit: Account
  readonly credit: Account
  readonly amount: bigint
}

/** Transfers that happen together or not at all, and once for each key. */
export interface Posting {
  /** Made from the business fact, so that the same fact cannot be posted twice whoever repeats it. */
  readonly key: string
  readonly kind: PostingKind
  /** The id of the task, payment or payout it is about. */
  readonly ref: string
  /** None when no money moves, as for a task of price 0; then nothing is written. */
  readonly transfers: readonly Transfer[]
}
