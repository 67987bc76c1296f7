import { activityKinds } from 'souk-contract'
import type { Account } from './accounts.ts'

/** Kinds shown in statements, and kinds that only the platform sees. */
export const postingKinds = [...activityKinds, 'top_up_fee'] as const

export type PostingKind = (typeof postingKinds)[number]

/** Moves an amount from `debit` to `credit`. */
export interface Transfer {
  readonly debit: Account
  readonly credit: Account
  readonly amount: bigint
}

/** Transfers that are posted atomically and once per key. */
export interface Posting {
  /** Derived from the business fact, so that a fact cannot be posted twice. */
  readonly key: string
  readonly kind: PostingKind
  /** Id of the task, payment or payout. */
  readonly ref: string
  /** Empty if no money moves, as for a task of price 0; nothing is written then. */
  readonly transfers: readonly Transfer[]
}
