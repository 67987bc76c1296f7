import type { Context } from '../context.ts'
import { minute } from '../lib/clock.ts'
import { dueWorkers, polledWorkers } from './due-queries.ts'
import type { Worker } from './loop.ts'

/** A worker without `restMs` runs when rows wait for it. */
export type WorkerEntry = Omit<Worker, 'restMs'> & Partial<Pick<Worker, 'restMs'>>

/** Bounds the delay if no poll finds a row that waits. */
const unpolledMs = minute

const dueTopic = (worker: string) => `due:${worker}`

export function scheduled({ restMs, wakeTopics = [], ...entry }: WorkerEntry): Worker {
  return restMs === undefined
    ? { ...entry, restMs: unpolledMs, wakeTopics: [...wakeTopics, dueTopic(entry.name)] }
    : { ...entry, restMs, wakeTopics }
}

/**
 * Polls for all of these workers in one statement, instead of a transaction for each, and wakes those that rows wait for.
 * If the statement fails, it wakes all: one broken condition must not stop the others.
 */
export async function wakeDue({ store, pubsub }: Pick<Context, 'store' | 'pubsub'>): Promise<number> {
  try {
    pubsub.publish((await store.read(dueWorkers)).map(dueTopic))
  } catch (error) {
    pubsub.publish(polledWorkers.map(dueTopic))
    throw error
  }
  return 0
}
