/** The only place that decides what may happen to a task: one table of rows, and nothing else compares phases. */
import type { EndReason, OnSilence, Phase, TaskAction } from 'souk-contract'
import type { EventMaker } from '../../db/task-tables.ts'

/** What can happen to a task: what its parties do, what operators rule, and what nobody does. */
export type Move =
  | TaskAction
  | 'notSelected'
  | 'ruleRelease'
  | 'ruleSplit'
  | 'ruleRefund'
  | 'expire'
  | 'silence'

/** What happens to the held funds, in the same transaction. */
export type MoneyMove =
  | 'hold'
  | 'settle'
  | 'release'
  | 'freeze'
  | 'pay_frozen'
  | 'return_frozen'
  | 'split_frozen'

/** What a row may ask about a task besides its phase. */
export interface Circumstances {
  /** Funds are held, or frozen by a dispute. */
  readonly held: boolean
  /** An artifact or a delivery exists. */
  readonly work: boolean
  /** There was a delivery, even if changes were asked for after it. */
  readonly delivered: boolean
  readonly revisionsLeft: boolean
  readonly onSilence: OnSilence
  /** The call that made the task still waits, so its client has not seen it. */
  readonly unseen: boolean
}

export interface Row {
  readonly move: Move
  readonly by: EventMaker
  readonly from: readonly Phase[]
  readonly when?: Partial<Circumstances>
  /** Left out: the phase stays. */
  readonly to?: Phase
  readonly money?: MoneyMove
  readonly reason?: EndReason
}

const underWay: readonly Phase[] = ['working', 'input_required', 'auth_required']
const started: readonly Phase[] = ['requested', ...underWay]

export const rows: readonly Row[] = [
  // An application: the client chooses, the applicant may think better of it.
  { move: 'message', by: 'client', from: ['applied'] },
  { move: 'message', by: 'provider', from: ['applied'] },
  { move: 'award', by: 'client', from: ['applied'], to: 'working', money: 'hold' },
  { move: 'cancel', by: 'client', from: ['applied'], to: 'rejected', reason: 'declined' },
  { move: 'cancel', by: 'provider', from: ['applied'], to: 'canceled', reason: 'withdrawn' },
  { move: 'notSelected', by: 'listing', from: ['applied'], to: 'rejected', reason: 'not_selected' },

  // A request: the provider takes it up with its first word, or declines it.
  { move: 'message', by: 'client', from: ['requested'] },
  { move: 'message', by: 'provider', from: ['requested'], to: 'working' },
  { move: 'reply', by: 'provider', from: ['requested'], when: { unseen: true, held: false }, to: 'completed', reason: 'answered' },
  { move: 'cancel', by: 'provider', from: ['requested'], to: 'rejected', money: 'release', reason: 'declined' },

  // Work: questions go back and forth, pieces arrive.
  { move: 'message', by: 'client', from: underWay, to: 'working' },
  { move: 'message', by: 'provider', from: underWay },
  { move: 'start', by: 'provider', from: started, to: 'working' },
  { move: 'ask', by: 'provider', from: started, to: 'input_required' },
  { move: 'askAuthorization', by: 'provider', from: started, to: 'auth_required' },
  { move: 'artifact', by: 'provider', from: ['requested'], to: 'working' },
  { move: 'artifact', by: 'provider', from: underWay },
  { move: 'complete', by: 'provider', from: started, when: { held: false }, to: 'completed', reason: 'done' },
  { move: 'cancel', by: 'client', from: started, when: { work: false }, to: 'canceled', money: 'release', reason: 'client_canceled' },
  { move: 'decline', by: 'provider', from: started, to: 'rejected', money: 'release', reason: 'declined' },
  { move: 'fail', by: 'provider', from: started, to: 'failed', money: 'release', reason: 'provider_failed' },
  { move: 'dispute', by: 'client', from: underWay, when: { held: true }, to: 'disputed', money: 'freeze' },
  { move: 'dispute', by: 'provider', from: underWay, when: { held: true }, to: 'disputed', money: 'freeze' },

  // Delivery: without held funds there is nothing to wait for.
  { move: 'deliver', by: 'provider', from: started, when: { held: true }, to: 'delivered' },
  { move: 'deliver', by: 'provider', from: started, when: { held: false }, to: 'completed', reason: 'done' },
  { move: 'message', by: 'client', from: ['delivered'], when: { revisionsLeft: true }, to: 'working' },
  { move: 'message', by: 'provider', from: ['delivered'] },
  { move: 'accept', by: 'client', from: ['delivered'], to: 'completed', money: 'settle', reason: 'accepted' },
  { move: 'dispute', by: 'client', from: ['delivered'], to: 'disputed', money: 'freeze' },
  { move: 'dispute', by: 'provider', from: ['delivered'], to: 'disputed', money: 'freeze' },
  { move: 'fail', by: 'provider', from: ['delivered'], to: 'failed', money: 'release', reason: 'provider_failed' },

  // Dispute: either side may give in, or an operator rules.
  { move: 'message', by: 'client', from: ['disputed'] },
  { move: 'message', by: 'provider', from: ['disputed'] },
  { move: 'accept', by: 'client', from: ['disputed'], to: 'completed', money: 'pay_frozen', reason: 'accepted' },
  { move: 'fail', by: 'provider', from: ['disputed'], to: 'failed', money: 'return_frozen', reason: 'provider_failed' },
  { move: 'ruleRelease', by: 'operator', from: ['disputed'], to: 'completed', money: 'pay_frozen', reason: 'ruled' },
  { move: 'ruleSplit', by: 'operator', from: ['disputed'], to: 'completed', money: 'split_frozen', reason: 'ruled' },
  { move: 'ruleRefund', by: 'operator', from: ['disputed'], to: 'failed', money: 'return_frozen', reason: 'refunded' },

  // Clocks: what happens when nobody does anything.
  { move: 'expire', by: 'clock', from: ['applied'], to: 'canceled', reason: 'expired' },
  { move: 'expire', by: 'clock', from: ['requested'], to: 'canceled', money: 'release', reason: 'expired' },
  { move: 'expire', by: 'clock', from: underWay, when: { delivered: false }, to: 'failed', money: 'release', reason: 'expired' },
  // The client asked for changes that never came: neither side is plainly right any more.
  { move: 'expire', by: 'clock', from: underWay, when: { delivered: true }, to: 'disputed', money: 'freeze' },
  { move: 'silence', by: 'clock', from: ['delivered'], when: { onSilence: 'accept' }, to: 'completed', money: 'settle', reason: 'auto_accepted' },
  { move: 'silence', by: 'clock', from: ['delivered'], when: { onSilence: 'dispute' }, to: 'disputed', money: 'freeze' },
  { move: 'silence', by: 'clock', from: ['delivered'], when: { onSilence: 'refund' }, to: 'failed', money: 'release', reason: 'refunded' },
  { move: 'expire', by: 'clock', from: ['disputed'], when: { delivered: true, onSilence: 'accept' }, to: 'completed', money: 'pay_frozen', reason: 'ruled' },
  { move: 'expire', by: 'clock', from: ['disputed'], when: { delivered: true, onSilence: 'dispute' }, to: 'completed', money: 'pay_frozen', reason: 'ruled' },
  // A provider must not get by disputing what the terms deny it when the client says nothing.
  { move: 'expire', by: 'clock', from: ['disputed'], when: { delivered: true, onSilence: 'refund' }, to: 'failed', money: 'return_frozen', reason: 'refunded' },
  { move: 'expire', by: 'clock', from: ['disputed'], when: { delivered: false }, to: 'failed', money: 'return_frozen', reason: 'refunded' },
] // prettier-ignore

/** What the audit log calls a move; talking and working are in the task's own events and not in the log. */
export const deeds: Readonly<Partial<Record<Move, string>>> = {
  award: 'awarded',
  cancel: 'canceled',
  deliver: 'delivered',
  complete: 'completed',
  decline: 'declined',
  fail: 'failed',
  accept: 'accepted',
  dispute: 'disputed',
  notSelected: 'rejected',
  ruleRelease: 'ruled',
  ruleSplit: 'ruled',
  ruleRefund: 'ruled',
  expire: 'expired',
  silence: 'expired',
}

/** A task as far as the table looks at it. */
export interface Standing extends Circumstances {
  readonly phase: Phase
}

/** The row that lets somebody make a move now, or none. */
export function findRow(task: Standing, move: Move, by: EventMaker): Row | undefined {
  return rows.find((row) => row.move === move && row.by === by && matches(row, task))
}

/** The move that the clock of a task makes when it strikes. */
export function clockRow(task: Standing): Row | undefined {
  return rows.find((row) => row.by === 'clock' && matches(row, task))
}

/** What a party may do now, each action once. */
export function allowedActions(task: Standing, by: 'client' | 'provider'): TaskAction[] {
  const open = rows.filter((row) => row.by === by && matches(row, task)).map(({ move }) => move)
  return actions.filter((action) => open.includes(action))
}

/** Ended for good: no row leads away. */
export function isTerminal(phase: Phase): boolean {
  return !rows.some((row) => row.from.includes(phase))
}

/** At rest until the client does something: what a call that waits for an answer waits for. */
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
  'message', 'award', 'cancel', 'start', 'ask', 'askAuthorization', 'artifact', 'deliver', 'complete', 'reply', 'decline', 'fail', 'accept', 'dispute',
] // prettier-ignore

function matches({ from, when = {} }: Row, task: Standing): boolean {
  return (
    from.includes(task.phase) &&
    (when.held === undefined || when.held === task.held) &&
    (when.work === undefined || when.work === task.work) &&
    (when.delivered === undefined || when.delivered === task.delivered) &&
    (when.revisionsLeft === undefined || when.revisionsLeft === task.revisionsLeft) &&
    (when.onSilence === undefined || when.onSilence === task.onSilence) &&
    (when.unseen === undefined || when.unseen === task.unseen)
  )
}
