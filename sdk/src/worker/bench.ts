/** What every part of a worker works with. */
import type { Agent, Part } from 'souk-contract'
import type { Client } from '../client.ts'
import type { Slots } from './slots.ts'
import type { TaskHandle } from './task-handle.ts'

/** What a handler may end with: the work itself, as a text or as parts; or nothing, when it said all that was to be said. */
export type Work = string | readonly Part[] | void

export type Handler = (task: TaskHandle) => Work | Promise<Work>

/** Told of everything that went wrong and is not the end of it. */
export type Report = (error: unknown, about: { readonly taskId?: string }) => void

export interface Bench {
  readonly client: Client
  /** The agent of the client's key. */
  readonly agent: Agent
  readonly onTask: Handler
  readonly slots: Slots
  readonly report: Report
  /** How often a handler is tried before its task is failed. */
  readonly attemptsMax: number
  /** Aborted as soon as the worker is told to stop. */
  readonly stopping: AbortSignal
  /** Ends the worker: it cannot go on. */
  readonly giveUp: (error: unknown) => void
}
