/** Counts what ended tasks show: once each, whoever dies in between, because counts and place move together. */
import type { Context } from '../context.ts'
import type { Tx } from '../db/transact.ts'
import type { Id } from '../lib/ids.ts'
import {
  addToReputations,
  endedTasks,
  forgetReputations,
  insertSettledTasks,
  lockProgress,
  saveProgress,
  tasksInOrder,
  tasksOfEvents,
  type Place,
  type Progress,
} from './queries.ts'
import { settledTask } from './rules.ts'

/** Answers how much was looked at. */
export async function countReputations({ store }: Pick<Context, 'store'>): Promise<number> {
  return store.write(async (tx) => {
    const progress = await lockProgress(tx)
    if (progress === undefined) return 0
    const from = await placeOf(tx, progress)
    const { seen, taskIds, place } = await (from.taskId === null ? tasksOfEvents : tasksInOrder)(tx, from)
    if (taskIds.length > 0) await count(tx, taskIds)
    if (seen > 0 || from.taskId !== null) await saveProgress(tx, place)
    return seen
  })
}

/**
 * Where to go on. Without all the events since then, and where other money counts than before, that is the first task:
 * what ends from now on has events after the last one there is.
 */
async function placeOf(tx: Tx, progress: Progress): Promise<Place> {
  const anew = progress.book !== tx.settings.book
  if (anew) await forgetReputations(tx)
  const missed = progress.number + 1n < progress.keptFrom
  return anew || missed ? { number: progress.last, taskId: '' } : progress
}

async function count(tx: Tx, taskIds: readonly Id<'task'>[]): Promise<void> {
  const ended = await endedTasks(tx, taskIds)
  const settled = ended.map(settledTask).filter((task) => task !== undefined)
  const added = settled.length === 0 ? [] : await insertSettledTasks(tx, settled)
  if (added.length > 0) await addToReputations(tx, added)
}
