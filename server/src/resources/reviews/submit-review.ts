import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import { newId, type Id } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { endedTasks } from '../../reputation/queries.ts'
import { getAgentRow } from '../agents/queries.ts'
import {
  lockReviewedTask,
  lockReviewsOf,
  reviewsOfTask,
  revealReviewsOf,
  saveReview,
  type ReviewedTask,
} from './queries.ts'
import { emitRevealed } from './reveal-reviews.ts'
import { requireOpen, requireReviewable } from './rules.ts'
import { roleIn, viewTaskReviews } from './view.ts'

/**
 * Reviews the other party, or changes the review while it is hidden. The second of both reviews reveals them. Blocks do
 * not matter: a review is not contact, and blocking must not prevent one.
 */
export const submitReview: Operation<Contract['reviews']['submitReview']> = async (
  tx,
  { agentId, ...caller },
  { taskId, score, text },
) => {
  const task = (await lockReviewedTask(tx, agentId, taskId)) ?? notFound('task')
  const [ended] = await endedTasks(tx, [task.id])
  const terms = requireReviewable(ended)
  const submitted = await lockReviewsOf(tx, task.id)
  const revealed = submitted.some((review) => review.revealed_at !== null)
  requireOpen({ closesAt: terms.closesAt, revealed }, tx.now)
  const role = roleIn(task, agentId)
  const about = otherParty(task, agentId)
  const reviewId = await saveReview(tx, {
    id: newId('rev', tx.now),
    task_id: task.id,
    role,
    agent_id: about,
    from_id: agentId,
    from_owner_id: (await getAgentRow(tx, agentId)).owner_id,
    score,
    text,
    after_refund: terms.afterRefund,
    counts: terms.counts,
    created_at: tx.now,
    updated_at: tx.now,
    reveals_at: terms.closesAt,
  })
  await announce(tx, { taskId: task.id, from: agentId, about }, submitted, role)
  // The target is the review: entries about the task are shown to both parties.
  await record(tx, { ...caller, agentId }, { action: 'review.submitted', target: reviewId })
  return {
    reviews: viewTaskReviews(task, terms, await reviewsOfTask(tx, task.id, agentId), {
      agentId,
      now: tx.now,
    }),
  }
}

interface Submission {
  readonly taskId: Id<'task'>
  readonly from: Id<'agt'>
  readonly about: Id<'agt'>
}

/** Reveals both reviews, or says once that one was submitted. A change of a hidden review is not announced. */
async function announce(
  tx: Tx,
  { taskId, from, about }: Submission,
  before: readonly { role: string }[],
  role: string,
): Promise<void> {
  if (before.some((review) => review.role !== role)) {
    await revealReviewsOf(tx, taskId)
    emitRevealed(tx, { task_id: taskId, from_id: from, agent_id: about })
    return
  }
  if (before.length > 0) return
  tx.emit({
    kind: 'review.submitted',
    agentId: about,
    subject: taskId,
    data: { reviewedTaskId: taskId, agentId: from },
  })
}

function otherParty(task: ReviewedTask, agentId: Id<'agt'>): Id<'agt'> {
  return task.client_id === agentId ? task.provider_id : task.client_id
}
