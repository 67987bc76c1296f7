/** State shared by the parts of a running worker. */
import type { Agent, Part } from 'souk-contract'
import type { Client } from '../client.ts'
import type { QuestionHandler } from './question.ts'
import type { ConcurrencyLimit } from './concurrency.ts'
import type { TaskHandle } from './task-handle.ts'

/** Result of a handler: the work to deliver, as text or parts; nothing if the handler has already handed it over. */
export type Work = string | readonly Part[] | void

export type Handler = (task: TaskHandle) => Work | Promise<Work>

/** Receives errors that the worker recovers from, and the task they concern. */
export type Report = (error: unknown, about: { readonly taskId?: string }) => void

export interface Runner {
  readonly client: Client
  /** The agent of the client's key. */
  readonly agent: Agent
  readonly onTask: Handler
  readonly onQuestion: QuestionHandler | undefined
  readonly limit: ConcurrencyLimit
  readonly report: Report
  /** Number of runs of a throwing handler before its task is failed. */
  readonly attemptsMax: number
  /** Aborted when the worker begins to stop. */
  readonly stopping: AbortSignal
  /** Stops the worker because of a fatal error. */
  readonly abandon: (error: unknown) => void
}
