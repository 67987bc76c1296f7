import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { OperatorActionState } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'

export type ActionRow = Selectable<Schema['operator_actions']>

export async function insertAction(tx: Tx, row: Insertable<Schema['operator_actions']>): Promise<ActionRow> {
  return tx.insertInto('operator_actions').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function lockAction(tx: Tx, id: Id<'opa'>): Promise<ActionRow | undefined> {
  return tx.selectFrom('operator_actions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateAction(
  tx: Tx,
  id: Id<'opa'>,
  changes: Updateable<Schema['operator_actions']>,
): Promise<ActionRow> {
  return tx
    .updateTable('operator_actions')
    .set({ ...changes, updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Sum that an operator has moved without a second one. Serializes the actions of the operator. */
export async function sumMovedAlone(tx: Tx, by: Id<'usr'>, since: Date): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtext('operator-actions'), hashtext(${by}))`.execute(tx)
  const { rows } = await sql<{
    sum: bigint
  }>`select coalesce(sum(amount), 0)::bigint as sum from operator_actions
    where proposed_by = ${by} and state = 'executed' and decided_by is null and created_at > ${since}`.execute(
    tx,
  )
  return rows[0]?.sum ?? 0n
}

/** Newest first. A pending action whose time is over counts as expired. */
export async function actionsBefore(
  reader: Reader,
  { state, page }: { state: OperatorActionState | undefined; page: PageRequest },
): Promise<ActionRow[]> {
  const current = sql<string>`case when state = 'pending' and expires_at <= ${reader.now} then 'expired' else state end`
  return reader
    .selectFrom('operator_actions')
    .selectAll()
    .where('id', '<', idBefore('opa', page))
    .$if(state !== undefined, (query) => query.where(current, '=', state ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}
