import { systemCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { planDeadline } from '../lifecycle/plan-step.ts'
import { extendReview } from '../lifecycle/review-clock.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { commitPlan } from '../store/commit-step.ts'
import { waitsForScan } from '../store/timeout-queries.ts'

/** Extends the reviews of locked tasks whose last file the virus scanner has just checked. */
export async function extendReviews(tx: Tx, tasks: readonly TaskRow[]): Promise<void> {
  for (const task of tasks) if (!(await waitsForScan(tx, task.id))) await extendReviewOf(tx, task)
}

/** Extends the review of a locked task by the time in which its files could not be read. Returns false if it stays. */
export async function extendReviewOf(tx: Tx, task: TaskRow): Promise<boolean> {
  const clock = extendReview(tx.now, task)
  if (clock === undefined) return false
  await commitPlan(tx, systemCaller, task, planDeadline(tx.now, task, 'extendReview', clock))
  return true
}
