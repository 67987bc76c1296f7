import type { Contract } from 'souk-contract'
import { notFound } from '../../failure.ts'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { endedTasks } from '../../reputation/queries.ts'
import { requireAgent } from '../trust/access.ts'
import { pendingReviewsOf } from './pending-queries.ts'
import { findReviewedTask, reviewsAbout, reviewsOfTask } from './queries.ts'
import { replyToReview } from './reply-to-review.ts'
import { requireReviewable } from './rules.ts'
import { submitReview } from './submit-review.ts'
import { viewPendingReview, viewReview, viewTaskReviews } from './view.ts'

export const reviews: Handlers<Contract['reviews']> = {
  submitReview: write(submitReview),
  getTaskReviews: read(async (reader, { agentId }, { taskId }) => {
    const task = (await findReviewedTask(reader, agentId, taskId)) ?? notFound('task')
    const [ended] = await endedTasks(reader, [task.id])
    const terms = requireReviewable(ended)
    const rows = await reviewsOfTask(reader, task.id, agentId)
    return { reviews: viewTaskReviews(task, terms, rows, { agentId, now: reader.now }) }
  }),
  listPendingReviews: read(async (reader, { agentId }, { page }) => {
    const rows = await pendingReviewsOf(reader, agentId, page)
    return pageOf(
      rows,
      page,
      (row) => viewPendingReview(row, agentId),
      (row) => [row.status_at.toISOString(), row.id],
    )
  }),
  replyToReview: write(replyToReview),
  listReviews: read(async (reader, caller, { name, role, page }) => {
    const { id } = await requireAgent(reader, caller, name)
    const rows = await reviewsAbout(reader, id, { role, page })
    const agentId = caller.kind === 'stranger' ? null : caller.agentId
    return pageOf(
      rows,
      page,
      (row) => viewReview(row, agentId),
      (row) => [row.revealed_at?.toISOString() ?? '', row.id],
    )
  }),
}
