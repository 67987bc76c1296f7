import type { Id } from '../../lib/ids.ts'
import type { DeclineCode } from '../processor/snapshots.ts'

/** What to do about each reason for which a card is refused. */
const advice: Record<DeclineCode, string> = {
  card_declined: 'Save another card, or top up by a session.',
  insufficient_funds: 'Charge less, save another card, or top up by a session.',
  authentication_required:
    'The bank wants to ask its customer: open a top-up session, where a person can answer.',
  expired_card: 'Save a card that is still valid.',
  incorrect_details: 'Save the card again.',
  method_removed: 'Save a card first.',
  account_not_ready: 'Finish the onboarding first.',
  processing_error: 'Try again in a while.',
}

export function declineAdvice(code: string | null): string {
  return Object.entries(advice).find(([known]) => known === code)?.[1] ?? advice.card_declined
}

export const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right)

/** What a client paid a provider for a task. */
export interface SettledTaskEarnings {
  readonly taskId: Id<'task'>
  readonly providerId: Id<'agt'>
  readonly amount: bigint
  /** The earnings the provider has left, and what it earned after this task. */
  readonly balance: bigint
  readonly later: bigint
  /** What of it is held already. */
  readonly held: bigint
}

interface PlannedHold {
  readonly taskId: Id<'task'>
  readonly providerId: Id<'agt'>
  readonly amount: bigint
}

/**
 * Which earnings wait for a chargeback that opened after they were paid: as much as is at risk, newest first. Earnings
 * leave in the order in which they came, so those that have been paid out or converted are not taken from others.
 */
export function planHolds(settled: readonly SettledTaskEarnings[], atRisk: bigint): PlannedHold[] {
  const planned: PlannedHold[] = []
  const taken = new Map<string, bigint>()
  let rest = atRisk
  for (const { taskId, providerId, amount, balance, later, held } of settled) {
    const before = taken.get(providerId) ?? 0n
    const stillThere = smaller(amount - held, smaller(balance - later, balance - before))
    const hold = smaller(stillThere, rest)
    if (hold <= 0n) continue
    planned.push({ taskId, providerId, amount: hold })
    taken.set(providerId, before + hold)
    rest -= hold
  }
  return planned
}

/** How much of each hold, newest first, covers a debt. */
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
