import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { leaseDue } from '../../db/lease.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { after, minute } from '../../lib/clock.ts'
import { isId, type Id } from '../../lib/ids.ts'
import { emitPaymentsChanged } from '../ledger/payment-events.ts'

export type RefundOrderRow = Selectable<Schema['refund_orders']>

const batchSize = 20
const leaseMs = 2 * minute

export async function insertRefundOrder(tx: Tx, row: Insertable<Schema['refund_orders']>): Promise<void> {
  await tx.insertInto('refund_orders').values(row).execute()
}

/** Orders that the lease takes once they are due. */
export const waitingRefundOrders = ({ settings }: Pick<Reader, 'settings'>) =>
  sql<boolean>`book = ${settings.book}`

export async function leaseRefundOrders(tx: Tx): Promise<RefundOrderRow[]> {
  const { rows } = await leaseDue(tx, 'refund_orders', {
    batchSize,
    until: after(tx.now, leaseMs),
    where: waitingRefundOrders(tx),
    set: sql`calls = calls + 1`,
  }).execute(tx)
  return rows
}

/** By the id that we gave to the processor; refunds made there have another or none. */
export async function lockRefundOrder(tx: Tx, id: string | undefined): Promise<RefundOrderRow | undefined> {
  if (id === undefined || !isId('rfd', id)) return undefined
  return tx.selectFrom('refund_orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateRefundOrder(
  tx: Tx,
  { id, agent_id: agentId }: Pick<RefundOrderRow, 'id' | 'agent_id'>,
  changes: Updateable<Schema['refund_orders']>,
): Promise<void> {
  await tx
    .updateTable('refund_orders')
    .set({ ...changes, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  emitPaymentsChanged(tx, agentId)
}

/** Reference of the payment at the processor. */
export async function paymentRefOf(tx: Tx, id: Id<'pay'>): Promise<string | undefined> {
  const row = await tx.selectFrom('payments').select('payment_ref').where('id', '=', id).executeTakeFirst()
  return row?.payment_ref ?? undefined
}
