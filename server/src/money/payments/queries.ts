import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { emitPaymentsChanged } from '../ledger/payment-events.ts'
import type { Wallet } from '../ledger/queries.ts'
import type { Id } from '../../lib/ids.ts'

export type PaymentRow = Selectable<Schema['payments']>
export type AuthorityRow = Selectable<Schema['payment_authorities']>
export type ChargebackRow = Selectable<Schema['chargebacks']>
export type RefundRow = Selectable<Schema['refunds']>

/** Undefined if this request key already has a payment. */
export async function insertPayment(
  tx: Tx,
  payment: Insertable<Schema['payments']>,
): Promise<PaymentRow | undefined> {
  emitPaymentsChanged(tx, payment.agent_id)
  return tx
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.columns(['agent_id', 'request_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

interface UsedKey {
  readonly agentId: Id<'agt'>
  readonly requestKey: string
  /** Time after which the key was used. */
  readonly after: Date
}

/** Also by the Idempotency-Key alone, which nodes of the previous version store during an upgrade. */
export async function findPaymentByKey(
  tx: Tx,
  { agentId, requestKey, after, idempotencyKey }: UsedKey & { readonly idempotencyKey: string },
): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('book', '=', tx.settings.book)
    .where('request_key', 'in', [requestKey, idempotencyKey])
    .where('created_at', '>', after)
    .orderBy(sql`request_key = ${requestKey}`, 'desc')
    .executeTakeFirst()
}

/** Lets another payment use an expired key. */
export async function releaseRequestKey(tx: Tx, { agentId, requestKey, after }: UsedKey): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ request_key: null })
    .where('agent_id', '=', agentId)
    .where('request_key', '=', requestKey)
    .where('created_at', '<=', after)
    .execute()
}

export async function findPaymentOf(
  reader: Reader,
  agentId: Id<'agt'>,
  id: Id<'pay'>,
): Promise<PaymentRow | undefined> {
  return reader
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .where('book', '=', reader.settings.book)
    .executeTakeFirst()
}

export async function lockPayment(tx: Tx, id: Id<'pay'>): Promise<PaymentRow | undefined> {
  return tx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updatePayment(
  tx: Tx,
  id: Id<'pay'>,
  changes: Updateable<Schema['payments']>,
): Promise<PaymentRow> {
  const payment = await tx
    .updateTable('payments')
    .set({ ...changes, updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  emitPaymentsChanged(tx, payment.agent_id)
  return payment
}

/** By the processor's id of the payment or of its session. */
export async function findPaymentByRef(reader: Reader, ref: string): Promise<PaymentRow | undefined> {
  return reader
    .selectFrom('payments')
    .selectAll()
    .where((where) => where.or([where('payment_ref', '=', ref), where('session_ref', '=', ref)]))
    .executeTakeFirst()
}

/** Sum of charges since then that succeeded or can still succeed. */
export async function chargedSince(tx: Tx, agentId: Id<'agt'>, since: Date): Promise<bigint> {
  const { total } = await tx
    .selectFrom('payments')
    .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('total'))
    .where('agent_id', '=', agentId)
    .where('book', '=', tx.settings.book)
    .where('kind', '=', 'charge')
    .where('state', 'not in', ['failed', 'expired'])
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return total
}

export async function declinesSince(tx: Tx, agentId: Id<'agt'>, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('payments')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('agent_id', '=', agentId)
    .where('book', '=', tx.settings.book)
    .where('kind', '=', 'charge')
    .where('state', '=', 'failed')
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findCustomer(reader: Reader, agentId: Id<'agt'>): Promise<string | undefined> {
  const row = await reader
    .selectFrom('processor_customers')
    .select('ref')
    .where('agent_id', '=', agentId)
    .where('book', '=', reader.settings.book)
    .executeTakeFirst()
  return row?.ref
}

export async function saveCustomer(tx: Tx, agentId: Id<'agt'>, ref: string): Promise<void> {
  await tx
    .insertInto('processor_customers')
    .values({ agent_id: agentId, book: tx.settings.book, ref, created_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findAuthority(reader: Reader, agentId: Id<'agt'>): Promise<AuthorityRow | undefined> {
  return reader
    .selectFrom('payment_authorities')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('book', '=', reader.settings.book)
    .executeTakeFirst()
}

export async function lockAuthority(tx: Tx, agentId: Id<'agt'>): Promise<AuthorityRow | undefined> {
  return tx
    .selectFrom('payment_authorities')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('book', '=', tx.settings.book)
    .forUpdate()
    .executeTakeFirst()
}

/** One per agent and book; replaces an earlier one. */
export async function saveAuthority(
  tx: Tx,
  authority: Insertable<Schema['payment_authorities']>,
): Promise<AuthorityRow> {
  const { agent_id: _agent, book: _book, created_at: _created, ...changes } = authority
  return tx
    .insertInto('payment_authorities')
    .values(authority)
    .onConflict((conflict) => conflict.columns(['agent_id', 'book']).doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateAuthority(
  tx: Tx,
  id: Id<'pau'>,
  changes: Updateable<Schema['payment_authorities']>,
): Promise<AuthorityRow | undefined> {
  return tx
    .updateTable('payment_authorities')
    .set({ ...changes, updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function hasOpenChargeback(
  reader: Reader,
  { agentId, book }: Pick<Wallet, 'agentId' | 'book'>,
): Promise<boolean> {
  const row = await reader
    .selectFrom('chargebacks')
    .select('ref')
    .where('agent_id', '=', agentId)
    .where('book', '=', book)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
