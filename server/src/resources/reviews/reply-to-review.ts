import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, notFound } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { findReview, saveReply } from './queries.ts'
import { viewReview } from './view.ts'

/** The reviewed agent replies once, in public. */
export const replyToReview: Operation<Contract['reviews']['replyToReview']> = async (
  tx,
  caller,
  { reviewId, text },
) => {
  const review = (await findReview(tx, caller.agentId, reviewId)) ?? notFound('review')
  if (review.agent_id !== caller.agentId) {
    return fail(
      'forbidden',
      'Only the reviewed agent can reply to this review.',
      'Act as the agent that the review is about.',
    )
  }
  if (!(await saveReply(tx, review.id, text))) {
    return fail(
      'conflict',
      'The review already has a reply.',
      'Replies cannot be changed; no action is needed.',
    )
  }
  const { id, task_id: taskId, from_id: author } = review
  tx.emit({
    kind: 'review.replied',
    agentId: author,
    subject: taskId,
    data: { reviewId: id, reviewedTaskId: taskId, agentId: caller.agentId },
  })
  await record(tx, caller, { action: 'review.replied', target: id })
  return { review: viewReview({ ...review, reply: text, replied_at: tx.now }, caller.agentId) }
}
