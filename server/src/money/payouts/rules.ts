import type { PayoutAction } from 'souk-contract'
import type { PayoutState, StoppedState } from '../../db/payment-tables.ts'
import { day, hour, second } from '../../lib/clock.ts'
import type { Refusal } from '../processor/refusals.ts'

/** What comes of a refused step, and what people may do about a payout that stopped. Pure. */

/** Steps in which the processor is asked to do something. */
export type RefusableState = 'sending' | 'sent' | 'in_transit' | 'reversing' | 'canceling'

export type AfterRefusal =
  | { readonly next: 'retry'; readonly delayMs: number }
  /** Nothing was sent: the earnings are back. */
  | { readonly next: 'release' }
  /** The account has the money and cannot pass it on: it is taken back. */
  | { readonly next: 'reverse' }
  | { readonly next: 'stop' }

/** For how long a step is retried before a person is asked; card money takes weeks to settle in some countries. */
const patienceMs: Readonly<Record<string, number>> = {
  insufficient_platform_balance: 30 * day,
}
const usualPatienceMs = 3 * day
const delayMaxMs = hour

/** Where an account that cannot be paid leaves the payout. */
const failing: Readonly<Record<RefusableState, AfterRefusal>> = {
  sending: { next: 'release' },
  sent: { next: 'reverse' },
  in_transit: { next: 'stop' },
  reversing: { next: 'stop' },
  canceling: { next: 'stop' },
}

export function afterRefusal(
  { class: kind, code }: Refusal,
  { state, attempt, triedMs }: { state: RefusableState; attempt: number; triedMs: number },
): AfterRefusal {
  if (kind === 'attention') return { next: 'stop' }
  if (kind === 'retry') {
    if (triedMs >= (patienceMs[code] ?? usualPatienceMs)) return { next: 'stop' }
    return { next: 'retry', delayMs: Math.min(delayMaxMs, 10 * second * 2 ** Math.min(attempt, 10)) }
  }
  return failing[state]
}

/** Cancelling stops where it began: before the transfer. */
export function stoppedIn(state: RefusableState): StoppedState {
  return state === 'canceling' ? 'sending' : state
}

const whenStopped: Readonly<Record<StoppedState, readonly PayoutAction[]>> = {
  sending: ['retry', 'cancel'],
  sent: ['retry', 'pay-back'],
  in_transit: ['retry'],
  reversing: ['retry'],
}

/** What may be done about a payout now. */
export function actionsOf(payout: {
  state: PayoutState
  stopped_in: StoppedState | null
}): readonly PayoutAction[] {
  if (payout.state === 'requested') return ['cancel']
  return payout.stopped_in === null ? [] : whenStopped[payout.stopped_in]
}
