/**
 * Step names, which make the calls of a handler idempotent. A handler that runs again takes the same steps in the same
 * order, so task, revision, verb and count identify a step; the task shows which steps were taken. Pure.
 */
import type { Part, Task } from 'souk-contract'
import { historyOf } from './task-view.ts'

type Verb = 'start' | 'progress' | 'ask' | 'artifact' | 'deliver' | 'reply' | 'decline' | 'fail'

/** Key in the metadata of a part that holds its step name. */
const workerExtension = 'urn:souk:worker:v1'

/** Names the steps of one run. A name is used as message id and as idempotency key. */
export function createStepNames(taskId: string, revision: number): (verb: Verb) => string {
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

/** Marks the first part with the step: appended chunks keep it, and a replaced artifact drops it. */
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

/** Index of the message of a step in the history; -1 if it was not sent. */
export function messageIndexOf(task: Task, step: string): number {
  return historyOf(task).findIndex(({ messageId }) => messageId === step)
}

function stepOf({ metadata }: Part): unknown {
  const mark = metadata?.[workerExtension]
  return typeof mark === 'object' && mark !== null && 'step' in mark ? mark.step : undefined
}
