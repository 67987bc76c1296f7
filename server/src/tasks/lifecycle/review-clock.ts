/** The only place that pauses the review of a delivery: for open questions, and until its files are scanned. Pure. */
import { after, hour, minute } from '../../lib/clock.ts'
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

/** An answer continues the review with the time that remained at the question. */
export function resumeReview(now: Date, review: Review): Clock {
  const { asked_at: askedAt, review_due_at: before, due_at: due, warn_at: warn } = review
  if (askedAt === null || before === null) return { ...noQuestion, due_at: due, warn_at: warn }
  const moved = after(before, Math.max(0, now.getTime() - askedAt.getTime()))
  const capped = earlier(moved, latestEnd(review))
  const resumed = capped > before ? capped : before
  return { ...noQuestion, due_at: resumed, warn_at: warnAt(now, resumed) }
}

/** A scan that takes less is usual and changes no deadline. */
const usualScanMs = 5 * minute

/**
 * Until the virus scanner has checked the delivered files, the client cannot read them: the review is extended by this
 * time, up to the same limit as pauses, so that a stopped scanner cannot postpone the payment forever. Returns undefined
 * if the deadline stays.
 */
export function extendReview(now: Date, review: Review): Clock | undefined {
  const { due_at: due, review_due_at: before, delivered_at: deliveredAt, asked_at } = review
  if (due === null || deliveredAt === null) return undefined
  const blockedMs = now.getTime() - deliveredAt.getTime()
  const extended = earlier(after(due, blockedMs), latestEnd(review))
  if (blockedMs < usualScanMs || extended <= due) return undefined
  const afterAnswer = before === null ? null : earlier(after(before, blockedMs), latestEnd(review))
  return { asked_at, review_due_at: afterAnswer, due_at: extended, warn_at: warnAt(now, extended) }
}

/** The review ends here at the latest: after one review period and one period of pauses. */
function latestEnd({ delivered_at: deliveredAt, terms }: Review): Date {
  return after(deliveredAt ?? new Date(0), 2 * terms.reviewHours * hour)
}

function earlier(left: Date, right: Date): Date {
  return left < right ? left : right
}
