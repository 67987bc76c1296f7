/** The only place that pauses the review of a delivery while a question of the client is open. Pure. */
import { after, hour } from '../../lib/clock.ts'
import { warnAt } from '../../lib/warn-at.ts'
import type { TaskRow } from './task-row.ts'

type Review = Pick<TaskRow, 'terms' | 'due_at' | 'warn_at' | 'delivered_at' | 'asked_at' | 'review_due_at'>
type Clock = Pick<Review, 'due_at' | 'warn_at' | 'asked_at' | 'review_due_at'>

/** Columns of a task without an open question. */
export const noQuestion = { asked_at: null, review_due_at: null } as const

/**
 * A question stops the review for the rest of the pause. All pauses of one delivery last at most one review period, so
 * questions cannot postpone the end forever. The deadline never becomes earlier, and a passed one stays.
 */
export function pauseReview(now: Date, review: Review): Clock {
  const { due_at: due, warn_at: warn } = review
  if (due === null) return { ...noQuestion, due_at: due, warn_at: warn }
  const question = { asked_at: now, review_due_at: due }
  const paused = after(now, latestEnd(review).getTime() - due.getTime())
  if (due <= now || paused <= due) return { ...question, due_at: due, warn_at: warn }
  return { ...question, due_at: paused, warn_at: warnAt(now, paused) }
}

/** An answer continues the review with the time that was left at the question. */
export function resumeReview(now: Date, review: Review): Clock {
  const { asked_at: askedAt, review_due_at: before, due_at: due, warn_at: warn } = review
  if (askedAt === null || before === null) return { ...noQuestion, due_at: due, warn_at: warn }
  const moved = after(before, Math.max(0, now.getTime() - askedAt.getTime()))
  const capped = earlier(moved, latestEnd(review))
  const resumed = capped > before ? capped : before
  return { ...noQuestion, due_at: resumed, warn_at: warnAt(now, resumed) }
}

/** The review ends here at the latest: after one review period and one period of pauses. */
function latestEnd({ delivered_at: deliveredAt, terms }: Review): Date {
  return after(deliveredAt ?? new Date(0), 2 * terms.reviewHours * hour)
}

function earlier(left: Date, right: Date): Date {
  return left < right ? left : right
}
