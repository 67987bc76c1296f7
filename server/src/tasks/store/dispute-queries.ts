import { sql, type Insertable, type Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { DisputeEnd } from '../lifecycle/dispute-state.ts'
import type { Side } from '../lifecycle/task-row.ts'

export type DisputeRow = Selectable<Schema['disputes']>
export type EvidenceRow = Selectable<Schema['dispute_evidence']>
export type OfferRow = Selectable<Schema['dispute_offers']>

/** Key of one dispute of a task. */
export interface DisputeKey {
  readonly task_id: Id<'task'>
  readonly number: number
}

export async function insertDispute(tx: Tx, row: Insertable<Schema['disputes']>): Promise<void> {
  await tx.insertInto('disputes').values(row).execute()
}

/** Ends a dispute. Its open offers expire with it. */
export async function endDispute(tx: Tx, { task_id, number, ...end }: DisputeEnd): Promise<void> {
  await tx
    .updateTable('disputes')
    .set(end)
    .where('task_id', '=', task_id)
    .where('number', '=', number)
    .execute()
  await tx
    .updateTable('dispute_offers')
    .set({ state: 'expired', decided_at: end.ended_at })
    .where('task_id', '=', task_id)
    .where('number', '=', number)
    .where('state', '=', 'open')
    .execute()
}

export async function saveResponse(
  tx: Tx,
  { task_id, number }: DisputeKey,
  response: Pick<DisputeRow, 'response' | 'response_outcome' | 'response_to_client'>,
): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ ...response, responded_at: tx.now })
    .where('task_id', '=', task_id)
    .where('number', '=', number)
    .execute()
}

/** One dispute of a task; the latest without a number. */
export async function findDisputeRow(
  reader: Reader,
  taskId: Id<'task'>,
  number?: number,
): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`
    select * from disputes where task_id = ${taskId} and (${number ?? null}::int is null or number = ${number ?? null}::int)
    order by number desc limit 1`.execute(reader)
  return rows[0]
}

export async function evidenceOf(reader: Reader, { task_id, number }: DisputeKey): Promise<EvidenceRow[]> {
  return reader
    .selectFrom('dispute_evidence')
    .selectAll()
    .where('task_id', '=', task_id)
    .where('number', '=', number)
    .orderBy('id')
    .limit(1000)
    .execute()
}

/** Number and bytes of the evidence that a side has added. */
export async function evidenceTotals(
  reader: Reader,
  { task_id, number }: DisputeKey,
  side: Side,
): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(octet_length(text)), 0)::int as bytes from dispute_evidence
    where task_id = ${task_id} and number = ${number} and side = ${side}`.execute(reader)
  return rows[0] ?? { count: 0, bytes: 0 }
}

export async function insertEvidence(tx: Tx, row: Insertable<Schema['dispute_evidence']>): Promise<void> {
  await tx.insertInto('dispute_evidence').values(row).execute()
}

/** Whether the task has a message with this id. */
export async function hasMessage(reader: Reader, taskId: Id<'task'>, messageId: string): Promise<boolean> {
  const { rows } = await sql`select from task_events
    where task_id = ${taskId} and message ->> 'messageId' = ${messageId} limit 1`.execute(reader)
  return rows.length > 0
}

export async function offersOf(reader: Reader, { task_id, number }: DisputeKey): Promise<OfferRow[]> {
  return reader
    .selectFrom('dispute_offers')
    .selectAll()
    .where('task_id', '=', task_id)
    .where('number', '=', number)
    .orderBy('id')
    .limit(1000)
    .execute()
}

/** An offer of any dispute of the task. */
export async function findOffer(
  reader: Reader,
  taskId: Id<'task'>,
  offerId: string,
): Promise<OfferRow | undefined> {
  if (!isId('off', offerId)) return undefined
  return reader
    .selectFrom('dispute_offers')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('id', '=', offerId)
    .executeTakeFirst()
}

/** Replaces the open offer of a side. The caller holds the lock of the task. */
export async function replaceOffer(tx: Tx, row: Insertable<Schema['dispute_offers']>): Promise<void> {
  await sql`update dispute_offers set decided_at = ${tx.now},
      state = case when expires_at <= ${tx.now} then 'expired' else 'replaced' end
    where task_id = ${row.task_id} and number = ${row.number} and side = ${row.side} and state = 'open'`.execute(
    tx,
  )
  await tx.insertInto('dispute_offers').values(row).execute()
}

export async function decideOffer(tx: Tx, id: Id<'off'>, state: 'accepted' | 'declined'): Promise<void> {
  await tx.updateTable('dispute_offers').set({ state, decided_at: tx.now }).where('id', '=', id).execute()
}
