import type { Insertable, Updateable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transact.ts'
import type { RefundRow } from '../queries.ts'

export async function insertRefund(tx: Tx, refund: Insertable<Schema['refunds']>): Promise<void> {
  await tx.insertInto('refunds').values(refund).execute()
}

export async function lockRefund(tx: Tx, ref: string): Promise<RefundRow | undefined> {
  return tx.selectFrom('refunds').selectAll().where('ref', '=', ref).forUpdate().executeTakeFirst()
}

export async function updateRefund(
  tx: Tx,
  ref: string,
  changes: Updateable<Schema['refunds']>,
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ ...changes, updated_at: tx.now })
    .where('ref', '=', ref)
    .execute()
}
