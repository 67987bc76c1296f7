import type { Insertable, Updateable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transact.ts'
import type { ChargebackRow } from '../queries.ts'

export async function insertChargeback(
  tx: Tx,
  chargeback: Insertable<Schema['chargebacks']>,
): Promise<ChargebackRow> {
  return tx.insertInto('chargebacks').values(chargeback).returningAll().executeTakeFirstOrThrow()
}

export async function lockChargeback(tx: Tx, ref: string): Promise<ChargebackRow | undefined> {
  return tx.selectFrom('chargebacks').selectAll().where('ref', '=', ref).forUpdate().executeTakeFirst()
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
