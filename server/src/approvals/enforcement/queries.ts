import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { GateSettings } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { findGate } from '../gate/queries.ts'
import { defaultGate } from '../gate/rules.ts'

export type ApprovalRow = Selectable<Schema['approvals']>

/**
 * The gate, locked against changes until the end of the transaction. A change of the gate locks the agent for update, so once
 * the kill switch is committed no transaction that passed the gate before is still running.
 */
export async function lockGateShared(tx: Tx, agentId: Id<'agt'>): Promise<GateSettings> {
  await tx.selectFrom('agents').select('id').where('id', '=', agentId).forKeyShare().execute()
  return (await findGate(tx, agentId))?.settings ?? defaultGate
}

export async function namesOfAgent(reader: Reader, agentId: Id<'agt'>): Promise<string[]> {
  const row = await reader
    .selectFrom('agents')
    .select('handle')
    .where('id', '=', agentId)
    .executeTakeFirstOrThrow()
  return [agentId, row.handle]
}

/** Serializes the requests of an agent. Compatible with the weaker lock of gated actions, which continue. */
export async function lockRequestsOf(tx: Tx, agentId: Id<'agt'>): Promise<void> {
  await tx.selectFrom('agents').select('id').where('id', '=', agentId).forNoKeyUpdate().execute()
}

export async function findPendingLike(
  tx: Tx,
  request: Pick<
    ApprovalRow,
    'agent_id' | 'user_id' | 'input_hash' | 'action' | 'amount' | 'currency' | 'counterparty'
  >,
): Promise<ApprovalRow | undefined> {
  const { agent_id, user_id, input_hash, action, amount, currency, counterparty } = request
  return tx
    .selectFrom('approvals')
    .selectAll()
    .where('state', '=', 'pending')
    .where('expires_at', '>', tx.now)
    .where('agent_id', '=', agent_id)
    .where('input_hash', '=', input_hash)
    .where('action', '=', action)
    .where(sql<boolean>`user_id is not distinct from ${user_id}`)
    .where(sql<boolean>`amount is not distinct from ${amount}`)
    .where(sql<boolean>`currency is not distinct from ${currency}`)
    .where(sql<boolean>`counterparty is not distinct from ${counterparty}`)
    .limit(1)
    .executeTakeFirst()
}

export async function countPending(tx: Tx, agentId: Id<'agt'>): Promise<number> {
  const { count } = await tx
    .selectFrom('approvals')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('agent_id', '=', agentId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', tx.now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertApproval(
  tx: Tx,
  approval: Insertable<Schema['approvals']>,
): Promise<ApprovalRow> {
  const { agent_id: agentId, id: approvalId, action } = approval
  tx.emit({ kind: 'approval.requested', agentId, subject: approvalId, data: { approvalId, action } })
  return tx.insertInto('approvals').values(approval).returningAll().executeTakeFirstOrThrow()
}

export async function lockApproval(tx: Tx, id: Id<'apr'>): Promise<ApprovalRow> {
  return tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export async function changeApproval(
  tx: Tx,
  id: Id<'apr'>,
  changes: Updateable<Schema['approvals']>,
): Promise<ApprovalRow> {
  const approval = await tx
    .updateTable('approvals')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  notifyDecided(tx, approval)
  return approval
}

function notifyDecided(
  tx: Tx,
  { id, agent_id: agentId, state }: Pick<ApprovalRow, 'id' | 'agent_id' | 'state'>,
): void {
  tx.emit({ kind: 'approval.decided', agentId, subject: id, data: { approvalId: id, state } })
}

/** Denies the pending requests of a person who has lost access to the agent. */
export async function denyRequestsOf(
  tx: Tx,
  { agentId, userId, by }: { agentId: Id<'agt'>; userId: Id<'usr'>; by: Id<'usr'> },
): Promise<void> {
  const denied = await tx
    .updateTable('approvals')
    .set({ state: 'denied', decided_by: by, decided_at: tx.now })
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .returning(['id', 'agent_id', 'state'])
    .execute()
  for (const approval of denied) notifyDecided(tx, approval)
}

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
