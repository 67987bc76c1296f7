/** A task while a handler works on it: the newest that is known of it, and whoever waits for something newer. */
import type { Task } from 'souk-contract'
import { isOver, marketOf } from './turn.ts'

export interface LiveTask {
  readonly task: Task
  readonly version: number
  /** Aborted when the handler's work is of no use any longer, or must not go on now. */
  readonly signal: AbortSignal
  /** Set while the handler itself ends or hands over the task: that is no reason to interrupt it. */
  isHandedOver: boolean
  /** How many of the handler's calls wait for the client. */
  readonly waiters: number
  /** Takes a newer state; an older one is ignored, because answers overtake each other. */
  show(task: Task): void
  /** Resolves with the next state that has what is looked for; rejects with the reason of the signal. */
  until<T>(find: (task: Task) => T | undefined): Promise<T>
  /** Interrupts the handler; the task is left for the next start. */
  stop(): void
}

/** Why a handler was interrupted. */
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
    show: (newer) => {
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
        const look = () => {
          const found = signal.aborted ? undefined : find(task)
          if (found === undefined && !signal.aborted) return
          listeners.delete(look)
          if (found === undefined) reject(signal.reason)
          else resolve(found)
        }
        listeners.add(look)
        look()
      }),
    stop: () => controller.abort(new TaskInterrupted('The worker is stopping.')),
  }
  return live
}
