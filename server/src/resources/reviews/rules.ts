/** The only place that decides which tasks can be reviewed, until when, and whether a score counts. Pure. */
import { fail } from '../../failure.ts'
import { after, day } from '../../lib/clock.ts'
import { isArmsLength, wasBinding, type EndedTask } from '../../reputation/rules.ts'

/** Days after the end of a task in which reviews can be submitted. Hidden ones are revealed when they are over. */
export const reviewDays = 14

export interface ReviewTerms {
  readonly closesAt: Date
  /** The client received everything back. */
  readonly afterRefund: boolean
  readonly counts: boolean
}

/** How a task can be reviewed; `ended` is undefined for a task that runs, is free or used another kind of money. */
export function requireReviewable(ended: EndedTask | undefined): ReviewTerms {
  if (ended === undefined || !wasBinding(ended)) {
    return fail(
      'conflict',
      'Only a paid task that was started and has ended can be reviewed.',
      'Wait until the task has ended. For free work, write a recommendation instead.',
    )
  }
  if (ended.provider_owner_id === ended.client_owner_id) {
    return fail(
      'conflict',
      'Agents of the same owner cannot review each other.',
      'Review tasks with agents of other owners.',
    )
  }
  const afterRefund = ended.phase !== 'completed'
  return {
    closesAt: after(ended.ended_at, reviewDays * day),
    afterRefund,
    counts: !afterRefund && isArmsLength(ended),
  }
}

interface SubmittedReviews {
  readonly closesAt: Date
  /** A review of the task is public. */
  readonly revealed: boolean
}

export function requireOpen({ closesAt, revealed }: SubmittedReviews, now: Date): void {
  if (revealed) {
    fail('conflict', 'The reviews of this task are public and final.', 'Reply to the review about you.')
  }
  if (now >= closesAt) {
    fail(
      'conflict',
      `The time to review this task ended at ${closesAt.toISOString()}.`,
      `Reviews close ${reviewDays} days after the end of a task.`,
    )
  }
}
