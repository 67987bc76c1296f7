/** Counts ended tasks and revealed reviews exactly once: counters and position are committed in one transaction. */
import type { Context } from '../context.ts'
import type { Tx } from '../db/transact.ts'
import type { Id } from '../lib/ids.ts'
import {
  addToReputations,
  endedTasks,
  clearReputations,
  insertSettledTasks,
  lockProgress,
  saveProgress,
  nextTasks,
  nextEndedTasks,
  type Position,
  type Progress,
} from './queries.ts'
import { agentsReviewedIn, takeUnratedAgents, updateRatings } from './rating-queries.ts'
import { settledTaskOf } from './rules.ts'

/** Returns the number of examined events or tasks, and of new reviews. */
export async function aggregateReputation({ store }: Pick<Context, 'store'>): Promise<number> {
  return store.write(async (tx) => {
    const progress = await lockProgress(tx)
    if (progress === undefined) return 0
    const from = await startingPosition(tx, progress)
    const { seen, taskIds, position } = await (from.taskId === null ? nextEndedTasks : nextTasks)(tx, from)
    const counted = taskIds.length === 0 ? [] : await countTasks(tx, taskIds)
    if (seen > 0 || from.taskId !== null) await saveProgress(tx, position)
    return seen + (await countReviews(tx, counted))
  })
}

/**
 * Where to continue. Starts over with the first task if events were missed or the book has changed; tasks that end from
 * now on have events after the current last one.
 */
async function startingPosition(tx: Tx, progress: Progress): Promise<Position> {
  const bookChanged = progress.book !== tx.settings.book
  if (bookChanged) await clearReputations(tx)
  const missed = progress.number + 1n < progress.keptFrom
  return bookChanged || missed ? { number: progress.last, taskId: '' } : progress
}

/** Returns the tasks that were not counted before. */
async function countTasks(tx: Tx, taskIds: readonly Id<'task'>[]): Promise<Id<'task'>[]> {
  const ended = await endedTasks(tx, taskIds)
  const settled = ended.map(settledTaskOf).filter((task) => task !== undefined)
  const added = settled.length === 0 ? [] : await insertSettledTasks(tx, settled)
  if (added.length > 0) await addToReputations(tx, added)
  return added
}

/** A review counts when it is revealed and its task is counted, whichever comes last. Returns the number of reviews. */
async function countReviews(tx: Tx, counted: readonly Id<'task'>[]): Promise<number> {
  const revealed = await takeUnratedAgents(tx)
  const reviewed = counted.length === 0 ? [] : await agentsReviewedIn(tx, counted)
  if (revealed.length + reviewed.length > 0) await updateRatings(tx, [...revealed, ...reviewed])
  return revealed.length
}
