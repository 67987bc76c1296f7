/**
 * Tells whether a step of a handler was already taken. A handler that is run again comes to the same steps in the same
 * order, so task, revision, verb and count name each of them; the task itself shows which were taken. Pure.
 */
import type { Part, Task } from 'souk-contract'
import { historyOf } from './turn.ts'

export type Verb = 'start' | 'progress' | 'ask' | 'artifact' | 'deliver' | 'reply' | 'decline' | 'fail'

/** Where a part says which step brought it. */
const workerExtension = 'urn:souk:worker:v1'

/** Counts the steps of one run; the name it gives is both the id of a message and the key that makes a call happen once. */
export function createSteps(taskId: string, revision: number): (verb: Verb) => string {
  const counts = new Map<Verb, number>()
  return (verb) => {
    const count = (counts.get(verb) ?? 0) + 1
    counts.set(verb, count)
    return stepName(taskId, revision, verb, count)
  }
}

export function stepName(taskId: string, revision: number, verb: Verb, count = 1): string {
  return `${taskId}:${revision}:${verb}:${count}`
}

/** Chunks are added to each other and whole artifacts replace each other, so it is the first part that is marked. */
export function marked([first, ...rest]: readonly Part[], step: string): Part[] {
  if (first === undefined) return []
  return [{ ...first, metadata: { ...first.metadata, [workerExtension]: { step } } }, ...rest]
}

export function isTaken(task: Task, step: string): boolean {
  return (
    historyOf(task).some(({ messageId }) => messageId === step) ||
    (task.artifacts ?? []).some(({ parts }) => parts.some((part) => stepOf(part) === step))
  )
}

/** Where the message of a step stands in the history; -1 when it was not sent. */
export function placeOf(task: Task, step: string): number {
  return historyOf(task).findIndex(({ messageId }) => messageId === step)
}

function stepOf({ metadata }: Part): unknown {
  const mark = metadata?.[workerExtension]
  return typeof mark === 'object' && mark !== null && 'step' in mark ? mark.step : undefined
}
