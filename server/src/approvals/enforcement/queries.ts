import type { Selectable, Updateable } from 'kysely'
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

export function notifyDecided(
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
