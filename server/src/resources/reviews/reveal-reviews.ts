import type { Context } from '../../context.ts'
import type { Tx } from '../../db/transact.ts'
import { revealDueReviews, type ReviewRow } from './queries.ts'

/** Reveals reviews whose time to review is over. Returns their number. */
export async function revealReviews({ store }: Pick<Context, 'store'>): Promise<number> {
  return store.write(async (tx) => {
    const revealed = await revealDueReviews(tx)
    for (const review of revealed) emitRevealed(tx, review)
    return revealed.length
  })
}

/** One event for each party. */
export function emitRevealed(
  tx: Tx,
  {
    task_id: reviewedTaskId,
    from_id: from,
    agent_id: about,
  }: Pick<ReviewRow, 'task_id' | 'from_id' | 'agent_id'>,
): void {
  const kind = 'review.revealed'
  tx.emit({ kind, agentId: from, subject: reviewedTaskId, data: { reviewedTaskId, agentId: about } })
  tx.emit({ kind, agentId: about, subject: reviewedTaskId, data: { reviewedTaskId, agentId: from } })
}
