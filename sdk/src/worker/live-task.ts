/** A task while its handler runs: its latest state, and the waiters for a newer one. */
import type { Task } from 'souk-contract'
import { marketOf } from '../market.ts'
import { isOver } from './task-view.ts'

export interface LiveTask {
  readonly task: Task
  readonly version: number
  /** Aborted when the task has ended or the worker stops. */
  readonly signal: AbortSignal
  /** Set while the handler itself ends or delivers the task, so that the new state does not interrupt the handler. */
  isHandedOver: boolean
  /** Number of calls of the handler that wait for the client. */
  readonly waiters: number
  /** Applies a state; older ones are ignored, because responses can arrive out of order. */
  update(task: Task): void
  /** Resolves when `find` returns a value for a state; rejects with the reason of the signal. */
  until<T>(find: (task: Task) => T | undefined): Promise<T>
  /** Interrupts the handler; the next start resumes the task. */
  stop(): void
}

/** Reason of `task.signal` when a handler is interrupted. */
export class TaskInterrupted extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TaskInterrupted'
  }
}

export function createLiveTask(first: Task): LiveTask {
  const controller = new AbortController()
  const { signal } = controller
  const listeners = new Set<() => void>()
  let task = first
  const wake = () => {
    for (const listener of listeners) listener()
  }
  signal.addEventListener('abort', wake, { once: true })
  const live: LiveTask = {
    get task() {
      return task
    },
    get version() {
      return marketOf(task).version
    },
    get waiters() {
      return listeners.size
    },
    signal,
    isHandedOver: false,
    update: (newer) => {
      const { version, phase } = marketOf(newer)
      if (version < live.version) return
      task = newer
      if (isOver(phase) && !live.isHandedOver) {
        controller.abort(new TaskInterrupted(`The task is ${phase}.`))
      }
      wake()
    },
    until: (find) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = signal.aborted ? undefined : find(task)
          if (found === undefined && !signal.aborted) return
          listeners.delete(check)
          if (found === undefined) reject(signal.reason)
          else resolve(found)
        }
        listeners.add(check)
        check()
      }),
    stop: () => controller.abort(new TaskInterrupted('The worker is stopping.')),
  }
  return live
}
