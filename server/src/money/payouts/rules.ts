import type { OperatorPayoutAction, PayoutAction } from 'souk-contract'
import type { PayoutState, StoppedState } from '../../db/tables/payment-tables.ts'
import { day, hour, second } from '../../lib/clock.ts'
import type { Refusal } from '../processor/refusals.ts'

/** Decides the next step after a refusal, and the actions people may take on a stopped payout. Pure. */

/** Steps in which the processor is called. */
export type RefusableState = 'sending' | 'sent' | 'in_transit' | 'reversing' | 'canceling'

type AfterRefusal =
  | { readonly next: 'retry'; readonly delayMs: number }
  /** Nothing was sent; the held amount returns to earnings. */
  | { readonly next: 'release' }
  /** The account holds the money but cannot be paid out; the transfer is reversed. */
  | { readonly next: 'reverse' }
  | { readonly next: 'stop' }

/** How long a step is retried before an operator must act. In some countries card payments settle after weeks. */
const retryableMs: Readonly<Record<string, number>> = {
  insufficient_platform_balance: 30 * day,
}
const retryableMsDefault = 3 * day
const delayMaxMs = hour

/** Next step if the account cannot be paid, by the step that was refused. */
const afterFailure: Readonly<Record<RefusableState, AfterRefusal>> = {
  sending: { next: 'release' },
  sent: { next: 'reverse' },
  in_transit: { next: 'stop' },
  reversing: { next: 'stop' },
  canceling: { next: 'stop' },
}

export function afterRefusal(
  { class: kind, code }: Refusal,
  { state, attempt, retriedMs }: { state: RefusableState; attempt: number; retriedMs: number },
): AfterRefusal {
  if (kind === 'attention') return { next: 'stop' }
  if (kind === 'retry') {
    if (retriedMs >= (retryableMs[code] ?? retryableMsDefault)) return { next: 'stop' }
    return { next: 'retry', delayMs: Math.min(delayMaxMs, 10 * second * 2 ** Math.min(attempt, 10)) }
  }
  return afterFailure[state]
}

/** A cancellation resumes before the transfer. */
export function stoppedIn(state: RefusableState): StoppedState {
  return state === 'canceling' ? 'sending' : state
}

const actionsWhenStopped: Readonly<Record<StoppedState, readonly PayoutAction[]>> = {
  sending: ['retry', 'cancel'],
  sent: ['retry', 'pay-back'],
  in_transit: ['retry'],
  reversing: ['retry'],
}

/** Actions allowed in the current state. */
export function actionsOf(payout: {
  state: PayoutState
  stopped_in: StoppedState | null
}): readonly PayoutAction[] {
  if (payout.state === 'requested') return ['cancel']
  return payout.stopped_in === null ? [] : actionsWhenStopped[payout.stopped_in]
}

/** States before the money has left for the bank. */
const holdable: ReadonlySet<PayoutState> = new Set<PayoutState>(['requested', 'sending', 'sent'])

/** Actions of operators: those of the agent, and a hold before the next step that sends money. */
export function operatorActionsOf(payout: {
  state: PayoutState
  stopped_in: StoppedState | null
  hold_reason: string | null
}): readonly OperatorPayoutAction[] {
  const actions = actionsOf(payout)
  if (payout.hold_reason !== null) return [...actions, 'release']
  return holdable.has(payout.stopped_in ?? payout.state) ? [...actions, 'hold'] : actions
}
