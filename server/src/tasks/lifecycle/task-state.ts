import type { EventActor } from '../../db/tables/task-tables.ts'
import { Failure, fail } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { disputeGuardOf } from './dispute-state.ts'
import { findTransition, isTerminal, type Action, type Transition, type TaskState } from './lifecycle.ts'
import type { Side, TaskRow } from './task-row.ts'

/** The state of a task row, as the transition table sees it. */
export function taskStateOf(task: TaskRow, now: Date): TaskState {
  return {
    phase: task.phase,
    held: task.held > 0n,
    work: task.has_work,
    delivered: task.was_delivered,
    revisionsLeft: task.revisions < task.terms.maxRevisions,
    asked: task.asked_at !== null,
    onSilence: task.terms.onSilence,
    clientWaiting: task.hidden_until !== null && task.hidden_until > now,
    ...disputeGuardOf(task, now),
  }
}

export function sideOf(task: Pick<TaskRow, 'provider_id'>, agentId: Id<'agt'>): Side {
  return task.provider_id === agentId ? 'provider' : 'client'
}

export function taskNotFound(): never {
  throw new Failure('task-not-found', 'Task not found, or you have no access to it.')
}

/** The transition for an action, or the refusal that fits the surface of the action. */
export function requireTransition(task: TaskRow, action: Action, by: EventActor, now: Date): Transition {
  const state = taskStateOf(task, now)
  const transition = findTransition(state, action, by)
  if (transition !== undefined) return transition
  const other = by === 'client' ? 'provider' : 'client'
  const wrongSide = action !== 'message' && findTransition(state, action, other) !== undefined
  return wrongSide ? notAvailable(task) : refuse(task, action)
}

/** Actions of A2A itself are refused with its error kinds, actions of the marketplace with 403. */
function refuse(task: TaskRow, action: Action): never {
  if (action === 'cancel') {
    return fail(
      'task-not-cancelable',
      isTerminal(task.phase)
        ? `The task has ended as ${task.phase}.`
        : 'The provider has submitted work, so the task cannot be canceled.',
      'See "allowedActions" of the task.',
    )
  }
  if (action === 'message' || directives.has(action)) {
    if (requestsChanges(task, action)) return noRevisionLeft(task)
    return fail(
      'unsupported-operation',
      isTerminal(task.phase)
        ? `The task has ended as ${task.phase}.`
        : `The task does not allow this while it is ${task.phase}.`,
      isTerminal(task.phase)
        ? 'Send a message without "taskId" to open a new task.'
        : 'See "allowedActions" of the task.',
    )
  }
  return notAvailable(task)
}

const directives: ReadonlySet<Action> = new Set<Action>([
  'question', 'changes', 'start', 'ask', 'askAuthorization', 'complete', 'reply', 'decline', 'fail',
]) // prettier-ignore

/** After a delivery, a message of the client requests changes. */
function requestsChanges({ phase, revisions, terms }: TaskRow, action: Action): boolean {
  const requests = action === 'changes' || action === 'message'
  return requests && phase === 'delivered' && revisions >= terms.maxRevisions
}

function noRevisionLeft({ terms: { maxRevisions } }: TaskRow): never {
  return fail(
    'unsupported-operation',
    `The task includes ${maxRevisions} revisions, and all of them are used.`,
    'Send "intent": "question" to ask, or accept or dispute the delivery.',
  )
}

function notAvailable(task: TaskRow): never {
  return fail(
    'forbidden',
    `This task action is not available to the current caller while the task is ${task.phase}.`,
    'See "allowedActions" of the task.',
  )
}

/** Optimistic lock: refuses an action on a version that the caller has not seen. */
export function requireVersion(task: TaskRow, expected: number | undefined): void {
  if (expected === undefined || expected === task.seq) return
  fail(
    'conflict',
    `"expectedVersion" is ${expected}, but the task is at version ${task.seq}.`,
    'Reload the task, then decide.',
  )
}
