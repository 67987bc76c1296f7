import type { EndReason, Task } from 'souk-contract'
import { marketOf } from '../market.ts'

/**
 * Why `result()` has no result. `timeout`: the given time has passed, and the task continues.
 *
 * @example
 * const advice: Partial<Record<OutcomeCode, string>> = { disputed: 'Answer with "souk disputes respond".' }
 */
export type OutcomeCode = 'disputed' | 'canceled' | 'rejected' | 'failed' | 'timeout'

/**
 * Rejection of `result()`: the task has no result, or not yet.
 *
 * @example
 * const result = await task.result({ timeoutMs: 3_600_000 }).catch((error) => {
 *   if (isTaskOutcomeError(error, 'timeout')) return task.cancel()
 *   throw error
 * })
 */
export class TaskOutcomeError extends Error {
  readonly code: OutcomeCode
  readonly taskId: string
  /** Why the task ended, such as `declined` or `expired`. */
  readonly reason: EndReason | undefined
  /** The task as last read. */
  readonly task: Task

  constructor(code: OutcomeCode, task: Task) {
    const { phase, reason } = marketOf(task)
    super(code === 'timeout' ? `Task ${task.id} is still ${phase}.` : `Task ${task.id} is ${phase}.`)
    this.name = 'TaskOutcomeError'
    this.code = code
    this.taskId = task.id
    this.reason = reason
    this.task = task
  }
}

/**
 * Whether a thrown value is a `TaskOutcomeError`, optionally with the given code.
 *
 * @example
 * if (isTaskOutcomeError(error, 'disputed')) console.log('In dispute:', error.taskId)
 */
export function isTaskOutcomeError(error: unknown, code?: OutcomeCode): error is TaskOutcomeError {
  return error instanceof TaskOutcomeError && (code === undefined || error.code === code)
}
