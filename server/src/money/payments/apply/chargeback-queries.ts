import type { Insertable, Updateable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transact.ts'
import type { ChargebackRow } from '../queries.ts'

/** Returns false if the chargeback exists. */
export async function insertChargeback(
  tx: Tx,
  chargeback: Insertable<Schema['chargebacks']>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('chargebacks')
    .values(chargeback)
    .onConflict((conflict) => conflict.doNothing())
    .returning('ref')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function lockChargeback(tx: Tx, ref: string): Promise<ChargebackRow> {
  return tx.selectFrom('chargebacks').selectAll().where('ref', '=', ref).forUpdate().executeTakeFirstOrThrow()
}

export async function updateChargeback(
  tx: Tx,
  ref: string,
  changes: Updateable<Schema['chargebacks']>,
): Promise<void> {
  await tx
    .updateTable('chargebacks')
    .set({ ...changes, updated_at: tx.now })
    .where('ref', '=', ref)
    .execute()
}
