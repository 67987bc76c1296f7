import type { OperatorActionState } from 'souk-contract'
import { day } from '../../lib/clock.ts'
import type { PostingKind } from '../ledger/posting-types.ts'

/** Decides which actions need a second operator, and which postings can be corrected. Pure. */

/** How long a pending action can be approved. */
export const pendingMs = 7 * day

/** Period in which the actions of one operator are added up, so that a large one cannot be split. */
export const aloneMs = day

/** `alone` is the sum that the operator has moved without a second one. */
export function needsSecondOperator(amount: bigint, alone: bigint, approvalAbove: number | null): boolean {
  return approvalAbove !== null && alone + amount > BigInt(approvalAbove)
}

export function stateOf(
  { state, expires_at: expiresAt }: { state: 'pending' | 'executed' | 'rejected'; expires_at: Date },
  now: Date,
): OperatorActionState {
  return state === 'pending' && expiresAt <= now ? 'expired' : state
}

/**
 * Postings that no other record depends on. Reversing a posting of a task, payment, payout or chargeback would contradict
 * its row, so those have actions of their own.
 */
const correctable: ReadonlySet<PostingKind> = new Set<PostingKind>(['write_off', 'repay', 'convert'])

export function isCorrectable(kind: PostingKind): boolean {
  return correctable.has(kind)
}

interface PaidPayment {
  readonly kind: string
  readonly state: string
  readonly amount: bigint
  /** Refunds and refund orders that have not failed. */
  readonly refunded: bigint
}

/** Part of a payment that can still return to its card. */
export function refundableOf({ kind, state, amount, refunded }: PaidPayment): bigint {
  if (kind === 'conversion' || state !== 'succeeded') return 0n
  return amount > refunded ? amount - refunded : 0n
}
