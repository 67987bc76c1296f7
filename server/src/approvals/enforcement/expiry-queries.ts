import type { Tx } from '../../db/transact.ts'
import { notifyDecided } from './queries.ts'

const batchSize = 1000

/** Expires due requests. Skips requests that are being decided concurrently. */
export async function expireDue(tx: Tx): Promise<number> {
  const due = tx
    .selectFrom('approvals')
    .select('id')
    .where('state', '=', 'pending')
    .where('expires_at', '<=', tx.now)
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
  const expired = await tx
    .updateTable('approvals')
    .set({ state: 'expired' })
    .where('id', 'in', due)
    .returning(['id', 'agent_id', 'state'])
    .execute()
  for (const approval of expired) notifyDecided(tx, approval)
  return expired.length
}

/** Warns of requests that expire soon, each once. Skips requests that are being decided concurrently. */
export async function warnOfExpiry(tx: Tx): Promise<number> {
  const due = tx
    .selectFrom('approvals')
    .select('id')
    .where('state', '=', 'pending')
    .where('warn_at', '<=', tx.now)
    .where('expires_at', '>', tx.now)
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
  const warned = await tx
    .updateTable('approvals')
    .set({ warn_at: null })
    .where('id', 'in', due)
    .returning(['id', 'agent_id', 'action'])
    .execute()
  for (const { id, agent_id: agentId, action } of warned) {
    tx.emit({ kind: 'approval.expiring', agentId, subject: id, data: { approvalId: id, action } })
  }
  return warned.length
}

/** A run takes seconds; an older one was interrupted by a crash. After this the gate refuses its approval. */
export async function failInterrupted(tx: Tx, decidedBefore: Date): Promise<number> {
  const failed = await tx
    .updateTable('approvals')
    .set({ state: 'failed', error: 'The run was interrupted before it passed the gate.' })
    .where('state', '=', 'approved')
    .where('decided_at', '<=', decidedBefore)
    .returning(['id', 'agent_id', 'state'])
    .execute()
  for (const approval of failed) notifyDecided(tx, approval)
  return failed.length
}
