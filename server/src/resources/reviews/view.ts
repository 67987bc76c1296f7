import type { PendingReview, Review, TaskReviews } from 'souk-contract'
import { after, day } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { flagsOf } from '../../lib/plain-text.ts'
import type { PendingRow } from './pending-queries.ts'
import type { ReviewedTask, ReviewRow } from './queries.ts'
import { reviewDays, type ReviewTerms } from './rules.ts'

export function viewReview(row: ReviewRow, reader: Id<'agt'> | null): Review {
  const { reply, replied_at: repliedAt } = row
  const isPartyOfTask = reader === row.agent_id || reader === row.from_id
  return {
    id: row.id,
    from: row.from,
    about: row.about,
    role: row.role,
    score: row.score,
    text: row.text,
    flags: flagsOf(row.text),
    afterRefund: row.after_refund,
    counted: row.counts,
    taskId: isPartyOfTask ? row.task_id : null,
    reply:
      reply === null || repliedAt === null
        ? null
        : { text: reply, flags: flagsOf(reply), createdAt: repliedAt.toISOString() },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    revealedAt: row.revealed_at?.toISOString() ?? null,
  }
}

interface Viewer {
  readonly agentId: Id<'agt'>
  readonly now: Date
}

/** Of a hidden review, the other party learns only that it exists. */
export function viewTaskReviews(
  task: ReviewedTask,
  { closesAt }: ReviewTerms,
  rows: readonly ReviewRow[],
  { agentId, now }: Viewer,
): TaskReviews {
  const mine = rows.find((row) => row.from_id === agentId)
  const theirs = rows.find((row) => row.from_id !== agentId)
  const revealed = rows.some((row) => row.revealed_at !== null)
  const isOpen = rows.length > 0 || now < closesAt
  return {
    taskId: task.id,
    role: roleIn(task, agentId),
    state: revealed ? 'revealed' : isOpen ? 'open' : 'closed',
    closesAt: closesAt.toISOString(),
    mine: mine === undefined ? null : viewReview(mine, agentId),
    theirs: theirs === undefined || theirs.revealed_at === null ? null : viewReview(theirs, agentId),
    theirsSubmitted: theirs !== undefined,
  }
}

export function viewPendingReview(row: PendingRow, agentId: Id<'agt'>): PendingReview {
  return {
    taskId: row.id,
    title: row.title,
    role: roleIn(row, agentId),
    about: row.about,
    closesAt: after(row.status_at, reviewDays * day).toISOString(),
  }
}

export function roleIn(task: Pick<ReviewedTask, 'client_id'>, agentId: Id<'agt'>): ReviewRow['role'] {
  return task.client_id === agentId ? 'client' : 'provider'
}
