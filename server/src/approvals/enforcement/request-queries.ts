import { sql, type Insertable } from 'kysely'
import type { KeyCaller } from '../../caller.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { ApprovalRow } from './queries.ts'

/** The latest approval that a key requested under an Idempotency-Key. */
export async function findRequestByKey(
  reader: Reader,
  { agentId, keyId }: Pick<KeyCaller, 'agentId' | 'keyId'>,
  requestKey: string,
): Promise<ApprovalRow | undefined> {
  return reader
    .selectFrom('approvals')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('request_key', '=', requestKey)
    .where('key_id', '=', keyId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** SQL condition on `idempotency_keys`: while an approval of the same call can be decided, its reply is kept. */
export const withoutPendingApproval = sql<boolean>`not exists (select from approvals a
  where a.state in ('pending', 'approved') and a.request_key = idempotency_keys.key
    and idempotency_keys.caller in (a.key_id, a.user_id))`

/** Serializes the requests of an agent. Compatible with the weaker lock of gated actions, which continue. */
export async function lockRequestsOf(tx: Tx, agentId: Id<'agt'>): Promise<void> {
  await tx.selectFrom('agents').select('id').where('id', '=', agentId).forNoKeyUpdate().execute()
}

export async function findPendingLike(
  tx: Tx,
  request: Pick<
    ApprovalRow,
    | 'agent_id'
    | 'user_id'
    | 'input_hash'
    | 'action'
    | 'amount'
    | 'currency'
    | 'counterparty'
    | 'subject_state'
  >,
): Promise<ApprovalRow | undefined> {
  const { agent_id, user_id, input_hash, action, amount, currency, counterparty, subject_state } = request
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
    .where(sql<boolean>`subject_state is not distinct from ${subject_state}`)
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
