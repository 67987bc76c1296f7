/** The only place that decides what can happen to a task: one table of transitions. No other file compares phases. */
import type { EndReason, OnSilence, Phase, TaskAction } from 'souk-contract'
import type { EventActor } from '../../db/tables/task-tables.ts'

/** Actions of the parties, rulings of operators, and timeouts. */
export type Action =
  | TaskAction
  | 'notSelected'
  | 'ruleRelease'
  | 'ruleSplit'
  | 'ruleRefund'
  | 'expire'
  | 'silence'
  | 'unanswered'

/** Ledger recipe that posts the held funds, in the transaction of the step. */
export type TaskRecipe =
  | 'hold'
  | 'settle'
  | 'return_held'
  | 'freeze'
  | 'unfreeze'
  | 'pay_frozen'
  | 'return_frozen'
  | 'split_frozen'

/** Conditions of a transition besides the phase. */
export interface Guard {
  /** Funds are held, or frozen by a dispute. */
  readonly held: boolean
  /** An artifact or a delivery exists. */
  readonly work: boolean
  /** There was a delivery, even if the client requested changes after it. */
  readonly delivered: boolean
  readonly revisionsLeft: boolean
  /** A question of the client about the delivery is open, which pauses the review. */
  readonly asked: boolean
  readonly onSilence: OnSilence
  /** The call that created the task is still waiting, so the client has not seen the task. */
  readonly clientWaiting: boolean
  /** Actor that opened the current dispute. */
  readonly openedBy: 'client' | 'provider' | 'clock' | 'none'
  /** Phase to which a withdrawal of the current dispute returns. */
  readonly resumes: ResumablePhase | 'none'
  /** The other side has responded to the claim of the current dispute. */
  readonly responded: boolean
  /** The client has an open settlement offer. */
  readonly clientOffer: boolean
  readonly providerOffer: boolean
  /** The client has withdrawn a dispute of this task before. */
  readonly clientWithdrew: boolean
  readonly providerWithdrew: boolean
}

export interface Transition {
  readonly action: Action
  readonly by: EventActor
  readonly from: readonly Phase[]
  readonly when?: Partial<Guard>
  /** Absent if the phase stays the same. */
  readonly to?: Phase
  readonly recipe?: TaskRecipe
  readonly reason?: EndReason
  /** Effect on the review of a delivery, see `review-clock.ts`. */
  readonly review?: 'pause' | 'resume'
}

const active: readonly Phase[] = ['working', 'input_required', 'auth_required']
const started: readonly Phase[] = ['requested', ...active]

/** Phases in which a dispute can be opened. */
export const resumablePhases = ['working', 'input_required', 'auth_required', 'delivered'] as const
type ResumablePhase = (typeof resumablePhases)[number]

export const transitions: readonly Transition[] = [
  // Application: the client awards or declines it, the applicant can withdraw it.
  { action: 'message', by: 'client', from: ['applied'] },
  { action: 'message', by: 'provider', from: ['applied'] },
  { action: 'award', by: 'client', from: ['applied'], to: 'working', recipe: 'hold' },
  { action: 'cancel', by: 'client', from: ['applied'], to: 'rejected', reason: 'declined' },
  { action: 'cancel', by: 'provider', from: ['applied'], to: 'canceled', reason: 'withdrawn' },
  { action: 'notSelected', by: 'listing', from: ['applied'], to: 'rejected', reason: 'not_selected' },

  // Request: the first message of the provider starts the work; the provider can also decline.
  { action: 'message', by: 'client', from: ['requested'] },
  { action: 'message', by: 'provider', from: ['requested'], to: 'working' },
  { action: 'reply', by: 'provider', from: ['requested'], when: { clientWaiting: true, held: false }, to: 'completed', reason: 'answered' },
  { action: 'cancel', by: 'provider', from: ['requested'], to: 'rejected', recipe: 'return_held', reason: 'declined' },

  // Work: messages in both directions, artifacts from the provider.
  { action: 'message', by: 'client', from: active, to: 'working' },
  { action: 'message', by: 'provider', from: active },
  { action: 'start', by: 'provider', from: started, to: 'working' },
  { action: 'ask', by: 'provider', from: started, to: 'input_required' },
  { action: 'askAuthorization', by: 'provider', from: started, to: 'auth_required' },
  { action: 'artifact', by: 'provider', from: ['requested'], to: 'working' },
  { action: 'artifact', by: 'provider', from: active },
  { action: 'complete', by: 'provider', from: started, when: { held: false }, to: 'completed', reason: 'done' },
  { action: 'cancel', by: 'client', from: started, when: { work: false }, to: 'canceled', recipe: 'return_held', reason: 'client_canceled' },
  { action: 'decline', by: 'provider', from: started, to: 'rejected', recipe: 'return_held', reason: 'declined' },
  { action: 'fail', by: 'provider', from: started, to: 'failed', recipe: 'return_held', reason: 'provider_failed' },
  { action: 'dispute', by: 'client', from: active, when: { held: true }, to: 'disputed', recipe: 'freeze' },
  { action: 'dispute', by: 'provider', from: active, when: { held: true }, to: 'disputed', recipe: 'freeze' },

  // Delivery: a free task needs no acceptance and completes immediately.
  { action: 'deliver', by: 'provider', from: started, when: { held: true }, to: 'delivered' },
  { action: 'deliver', by: 'provider', from: started, when: { held: false }, to: 'completed', reason: 'done' },
  { action: 'message', by: 'client', from: ['delivered'], when: { revisionsLeft: true }, to: 'working' },
  { action: 'changes', by: 'client', from: ['delivered'], when: { revisionsLeft: true }, to: 'working' },
  { action: 'question', by: 'client', from: ['delivered'], when: { asked: false }, review: 'pause' },
  { action: 'question', by: 'client', from: ['delivered'], when: { asked: true } },
  { action: 'message', by: 'provider', from: ['delivered'], when: { asked: false } },
  { action: 'message', by: 'provider', from: ['delivered'], when: { asked: true }, review: 'resume' },
  { action: 'accept', by: 'client', from: ['delivered'], to: 'completed', recipe: 'settle', reason: 'accepted' },
  { action: 'dispute', by: 'client', from: ['delivered'], to: 'disputed', recipe: 'freeze' },
  { action: 'dispute', by: 'provider', from: ['delivered'], to: 'disputed', recipe: 'freeze' },
  { action: 'fail', by: 'provider', from: ['delivered'], to: 'failed', recipe: 'return_held', reason: 'provider_failed' },

  // Dispute: both sides state their case, they settle, one concedes or withdraws, or an operator rules.
  { action: 'message', by: 'client', from: ['disputed'] },
  { action: 'message', by: 'provider', from: ['disputed'] },
  { action: 'accept', by: 'client', from: ['disputed'], to: 'completed', recipe: 'pay_frozen', reason: 'accepted' },
  { action: 'fail', by: 'provider', from: ['disputed'], to: 'failed', recipe: 'return_frozen', reason: 'provider_failed' },
  { action: 'respond', by: 'client', from: ['disputed'], when: { openedBy: 'provider', responded: false } },
  { action: 'respond', by: 'provider', from: ['disputed'], when: { openedBy: 'client', responded: false } },
  { action: 'addEvidence', by: 'client', from: ['disputed'] },
  { action: 'addEvidence', by: 'provider', from: ['disputed'] },
  { action: 'offer', by: 'client', from: ['disputed'] },
  { action: 'offer', by: 'provider', from: ['disputed'] },
  { action: 'declineOffer', by: 'client', from: ['disputed'], when: { providerOffer: true } },
  { action: 'declineOffer', by: 'provider', from: ['disputed'], when: { clientOffer: true } },
  { action: 'settle', by: 'client', from: ['disputed'], when: { providerOffer: true }, to: 'completed', recipe: 'split_frozen', reason: 'settled' },
  { action: 'settle', by: 'provider', from: ['disputed'], when: { clientOffer: true }, to: 'completed', recipe: 'split_frozen', reason: 'settled' },
  ...resumablePhases.flatMap((to): Transition[] => [
    { action: 'withdrawDispute', by: 'client', from: ['disputed'], when: { openedBy: 'client', clientWithdrew: false, resumes: to }, to, recipe: 'unfreeze' },
    { action: 'withdrawDispute', by: 'provider', from: ['disputed'], when: { openedBy: 'provider', providerWithdrew: false, resumes: to }, to, recipe: 'unfreeze' },
  ]),
  { action: 'ruleRelease', by: 'operator', from: ['disputed'], to: 'completed', recipe: 'pay_frozen', reason: 'ruled' },
  { action: 'ruleSplit', by: 'operator', from: ['disputed'], to: 'completed', recipe: 'split_frozen', reason: 'ruled' },
  { action: 'ruleRefund', by: 'operator', from: ['disputed'], to: 'failed', recipe: 'return_frozen', reason: 'refunded' },

  // Timeouts.
  { action: 'expire', by: 'clock', from: ['applied'], to: 'canceled', reason: 'expired' },
  { action: 'expire', by: 'clock', from: ['requested'], to: 'canceled', recipe: 'return_held', reason: 'expired' },
  { action: 'expire', by: 'clock', from: active, when: { delivered: false }, to: 'failed', recipe: 'return_held', reason: 'expired' },
  // The client requested changes that were never delivered, so an operator decides.
  { action: 'expire', by: 'clock', from: active, when: { delivered: true }, to: 'disputed', recipe: 'freeze' },
  { action: 'unanswered', by: 'clock', from: ['delivered'], when: { asked: true }, to: 'disputed', recipe: 'freeze' },
  { action: 'silence', by: 'clock', from: ['delivered'], when: { asked: false, onSilence: 'accept' }, to: 'completed', recipe: 'settle', reason: 'auto_accepted' },
  { action: 'silence', by: 'clock', from: ['delivered'], when: { asked: false, onSilence: 'dispute' }, to: 'disputed', recipe: 'freeze' },
  { action: 'silence', by: 'clock', from: ['delivered'], when: { asked: false, onSilence: 'refund' }, to: 'failed', recipe: 'return_held', reason: 'refunded' },
  { action: 'expire', by: 'clock', from: ['disputed'], when: { delivered: true, onSilence: 'accept' }, to: 'completed', recipe: 'pay_frozen', reason: 'ruled' },
  { action: 'expire', by: 'clock', from: ['disputed'], when: { delivered: true, onSilence: 'dispute' }, to: 'completed', recipe: 'pay_frozen', reason: 'ruled' },
  // A provider must not win by disputing what the terms deny it after silence of the client.
  { action: 'expire', by: 'clock', from: ['disputed'], when: { delivered: true, onSilence: 'refund' }, to: 'failed', recipe: 'return_frozen', reason: 'refunded' },
  { action: 'expire', by: 'clock', from: ['disputed'], when: { delivered: false }, to: 'failed', recipe: 'return_frozen', reason: 'refunded' },
] // prettier-ignore

/** Name of each action in the audit log. Messages and work are recorded only as events of the task. */
export const auditActions: Readonly<Partial<Record<Action, string>>> = {
  award: 'awarded',
  cancel: 'canceled',
  deliver: 'delivered',
  complete: 'completed',
  decline: 'declined',
  fail: 'failed',
  accept: 'accepted',
  dispute: 'disputed',
  offer: 'settlement_offered',
  declineOffer: 'settlement_declined',
  settle: 'settled',
  withdrawDispute: 'dispute_withdrawn',
  notSelected: 'rejected',
  ruleRelease: 'ruled',
  ruleSplit: 'ruled',
  ruleRefund: 'ruled',
  expire: 'expired',
  silence: 'expired',
  unanswered: 'expired',
}

/** The part of a task that the table depends on. */
export interface TaskState extends Guard {
  readonly phase: Phase
}

/** The transition for an action of this actor in the current state, if there is one. */
export function findTransition(task: TaskState, action: Action, by: EventActor): Transition | undefined {
  return transitions.find(
    (transition) => transition.action === action && transition.by === by && matches(transition, task),
  )
}

/** The transition that a task makes at its deadline. */
export function timeoutTransition(task: TaskState): Transition | undefined {
  return transitions.find((transition) => transition.by === 'clock' && matches(transition, task))
}

/** Actions that a party can take in the current state, each once. */
export function allowedActions(task: TaskState, by: 'client' | 'provider'): TaskAction[] {
  const open = transitions
    .filter((transition) => transition.by === by && matches(transition, task))
    .map(({ action }) => action)
  return actions.filter((action) => open.includes(action))
}

/** Whether no transition leaves the phase. */
export function isTerminal(phase: Phase): boolean {
  return !transitions.some((transition) => transition.from.includes(phase))
}

/** Whether the task waits for its client; a waiting call then returns. */
export function isInterrupted(phase: Phase): boolean {
  return interrupted.has(phase)
}

const interrupted: ReadonlySet<Phase> = new Set<Phase>([
  'input_required',
  'auth_required',
  'delivered',
  'disputed',
])

const actions: readonly TaskAction[] = [
  'message', 'question', 'changes', 'award', 'cancel', 'start', 'ask', 'askAuthorization', 'artifact', 'deliver', 'complete', 'reply', 'decline', 'fail', 'accept', 'dispute',
  'respond', 'addEvidence', 'offer', 'declineOffer', 'settle', 'withdrawDispute',
] // prettier-ignore

function matches({ from, when }: Transition, task: TaskState): boolean {
  return (
    from.includes(task.phase) && (when === undefined || conditions.every((name) => holds(when, task, name)))
  )
}

const conditions = [
  'held', 'work', 'delivered', 'asked', 'revisionsLeft', 'onSilence', 'clientWaiting', 'openedBy', 'resumes', 'responded',
  'clientOffer', 'providerOffer', 'clientWithdrew', 'providerWithdrew',
] as const satisfies readonly (keyof Guard)[] // prettier-ignore

function holds(when: Partial<Guard>, task: TaskState, name: keyof Guard): boolean {
  return when[name] === undefined || when[name] === task[name]
}
