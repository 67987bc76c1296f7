import { parseMoney } from 'souk-contract'
import type { Id } from '../../lib/ids.ts'
import type { ActivitySearch } from '../ledger/activity-queries.ts'
import type { DeclineCode } from '../processor/snapshots.ts'

/** Hint for each decline code. */
const advice: Record<DeclineCode, string> = {
  card_declined: 'Save another card, or start a top-up.',
  insufficient_funds: 'Charge less, save another card, or start a top-up.',
  authentication_required: 'The bank requires authentication. Start a top-up, and complete it on the page.',
  expired_card: 'Save a card that has not expired.',
  incorrect_details: 'Save the card again.',
  method_removed: 'Save a card first.',
  account_not_ready: 'Complete onboarding first.',
  processing_error: 'Try again later.',
}

export function declineAdvice(code: string | null): string {
  return Object.entries(advice).find(([known]) => known === code)?.[1] ?? advice.card_declined
}

/** A search of activity: any text, which may be an amount. */
export function searchOf(q: string, currency: string): ActivitySearch {
  const parsed = parseMoney(q, { field: 'q', currency })
  return { text: q.trim(), amount: 'amount' in parsed ? parsed.amount : undefined }
}

export const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right)

/** Earnings of a provider from one settled task of the client. */
export interface SettledTaskEarnings {
  readonly taskId: Id<'task'>
  readonly providerId: Id<'agt'>
  readonly amount: bigint
  /** Remaining earnings of the provider, and those earned after this task. */
  readonly balance: bigint
  readonly later: bigint
  /** Part that is already held. */
  readonly held: bigint
}

interface PlannedHold {
  readonly taskId: Id<'task'>
  readonly providerId: Id<'agt'>
  readonly amount: bigint
}

/**
 * Plans holds for a chargeback that opened after settlement: up to the amount at risk, newest first. Earnings are spent
 * first in, first out, so those already paid out or converted are not taken from later ones.
 */
export function planHolds(settled: readonly SettledTaskEarnings[], atRisk: bigint): PlannedHold[] {
  const planned: PlannedHold[] = []
  const taken = new Map<string, bigint>()
  let rest = atRisk
  for (const { taskId, providerId, amount, balance, later, held } of settled) {
    const before = taken.get(providerId) ?? 0n
    const remaining = smaller(amount - held, smaller(balance - later, balance - before))
    const hold = smaller(remaining, rest)
    if (hold <= 0n) continue
    planned.push({ taskId, providerId, amount: hold })
    taken.set(providerId, before + hold)
    rest -= hold
  }
  return planned
}

/** How much of each hold covers a debt, newest first. */
export function coverOf<Hold extends { readonly amount: bigint }>(
  holds: readonly Hold[],
  debt: bigint,
): { hold: Hold; cover: bigint }[] {
  let rest = debt
  return holds.map((hold) => {
    const cover = smaller(hold.amount, rest)
    rest -= cover
    return { hold, cover }
  })
}
