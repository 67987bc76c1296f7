import type { EventMaker } from '../../db/task-tables.ts'
import { Failure, fail } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { findRow, isTerminal, type Move, type Row, type Standing } from './lifecycle.ts'
import type { Side } from '../wire/messages.ts'
import type { TaskRow } from './task-row.ts'

/** A row of the database as the table of the lifecycle looks at it. */
export function standingOf(task: TaskRow, now: Date): Standing {
  return {
    phase: task.phase,
    held: task.held > 0n,
    work: task.has_work,
    delivered: task.was_delivered,
    revisionsLeft: task.revisions < task.terms.maxRevisions,
    onSilence: task.terms.onSilence,
    unseen: task.hidden_until !== null && task.hidden_until > now,
  }
}

export function sideOf(task: Pick<TaskRow, 'provider_id'>, agentId: Id<'agt'>): Side {
  return task.provider_id === agentId ? 'provider' : 'client'
}

export function taskNotFound(): never {
  throw new Failure('task-not-found', 'There is no such task, or you cannot see it.')
}

/** The row by which a party may make a move now; otherwise the refusal that fits. */
export function requireRow(task: TaskRow, move: Move, by: EventMaker, now: Date): Row {
  const standing = standingOf(task, now)
  const row = findRow(standing, move, by)
  if (row !== undefined) return row
  const other = by === 'client' ? 'provider' : 'client'
  const wrongSide = move !== 'message' && findRow(standing, move, other) !== undefined
  return wrongSide ? notAvailable(task) : refuse(task, move)
}

/** Operations of A2A itself refuse in its words; those of the marketplace in those of the interface. */
function refuse(task: TaskRow, move: Move): never {
  if (move === 'cancel') {
    return fail(
      'task-not-cancelable',
      isTerminal(task.phase) ? `This task has ended as ${task.phase}.` : 'Work on this task exists already.',
      'Read the task for the actions that are allowed now.',
    )
  }
  if (move === 'message' || steering.has(move)) {
    return fail(
      'unsupported-operation',
      isTerminal(task.phase)
        ? `This task has ended as ${task.phase}.`
        : `This is not possible while the task is ${task.phase}.`,
      isTerminal(task.phase)
        ? 'Send a message without a taskId to start a new one.'
        : 'Read the task for the actions that are allowed now.',
    )
  }
  return notAvailable(task)
}

const steering: ReadonlySet<Move> = new Set<Move>([
  'start', 'ask', 'askAuthorization', 'complete', 'reply', 'decline', 'fail',
]) // prettier-ignore

function notAvailable(task: TaskRow): never {
  return fail(
    'forbidden',
    `This task action is not available to the current caller while the task is ${task.phase}.`,
    'Read the task: allowedActions says what you can do.',
  )
}

/** Nobody acts on a state they have not seen. */
export function requireVersion(task: TaskRow, expected: number | undefined): void {
  if (expected === undefined || expected === task.seq) return
  fail(
    'conflict',
    `The task is at version ${task.seq}, not ${expected}.`,
    'Read the task again, then decide.',
  )
}
