import { sql, type Insertable, type Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Tx } from '../../../db/transact.ts'
import type { Wallet } from '../../ledger/queries.ts'
import type { Id } from '../../../lib/ids.ts'
import type { PaymentRow } from '../queries.ts'
import type { SettledTaskEarnings } from '../rules.ts'

export type HoldRow = Selectable<Schema['earnings_holds']>

/** Acceptances of the client's tasks wait for this transaction and then see the chargeback. */
export async function lockClients(tx: Tx, ids: readonly Id<'agt'>[]): Promise<void> {
  await sql`select from agents where id = any(${[...ids]}) order by id for update`.execute(tx)
}

/** Prevents chargebacks of the client from being opened or decided until the transaction ends. */
export async function lockRisk(tx: Tx, clientId: Id<'agt'>): Promise<void> {
  await sql`select from agents where id = ${clientId} for key share`.execute(tx)
}

/** Total of lost chargebacks of the client, including repaid ones. */
export async function lostAmountOf(reader: Reader, { agentId, book, currency }: Wallet): Promise<bigint> {
  const { rows } = await sql<{ lost: bigint }>`
    select coalesce(sum(withdrawn - reinstated), 0)::bigint as lost
    from chargebacks
    where agent_id = ${agentId} and book = ${book} and currency = ${currency} and state = 'lost'`.execute(
    reader,
  )
  return rows[0]?.lost ?? 0n
}

export async function insertHold(tx: Tx, hold: Insertable<Schema['earnings_holds']>): Promise<void> {
  await tx.insertInto('earnings_holds').values(hold).execute()
}

/** Newest first. */
export async function lockHoldsOf(tx: Tx, client: Wallet): Promise<HoldRow[]> {
  return tx
    .selectFrom('earnings_holds')
    .selectAll()
    .where('client_id', '=', client.agentId)
    .where('book', '=', client.book)
    .where('currency', '=', client.currency)
    .where('state', '=', 'held')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()
}

export async function closeHold(tx: Tx, id: HoldRow['id'], covered: bigint): Promise<void> {
  await tx
    .updateTable('earnings_holds')
    .set({ state: 'decided', covered, decided_at: tx.now })
    .where('id', '=', id)
    .execute()
}

/** Holds that covered lost chargebacks of the holders of the payment and are not restored yet, newest first. */
export async function lockCoversOf(tx: Tx, payment: PaymentRow): Promise<HoldRow[]> {
  return tx
    .selectFrom('earnings_holds')
    .selectAll()
    .where('client_id', 'in', holdersOf(payment))
    .where('book', '=', payment.book)
    .where('currency', '=', payment.currency)
    .whereRef('covered', '>', 'restored')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()
}

export async function setRestored(tx: Tx, id: HoldRow['id'], restored: bigint): Promise<void> {
  await tx.updateTable('earnings_holds').set({ restored }).where('id', '=', id).execute()
}

/** Bounds the rows one chargeback reads. Older settlements are almost always paid out. */
const settledMax = 500

/**
 * Settlements by the holders of the payment since it was made, newest first, with the provider's remaining earnings.
 * Locks those accounts.
 */
export async function lockEarningsSince(tx: Tx, payment: PaymentRow): Promise<SettledTaskEarnings[]> {
  await sql`
    select from ledger_accounts where id in (
      select t.credit_account_id from ${settlementsSince(payment)}
    ) order by id for update`.execute(tx)
  const { rows } = await sql<SettledTaskEarnings>`
    select p.ref as "taskId", t.credit_wallet as "providerId", t.amount, a.balance,
      (select coalesce(sum(later.amount), 0)::bigint from ledger_transfers later
        where later.credit_wallet = t.credit_wallet and later.credit_account_id = a.id
          and later.posting_id > t.posting_id) as later,
      (select coalesce(sum(h.amount), 0)::bigint from earnings_holds h
        where h.client_id = any(${holdersOf(payment)}) and h.state = 'held' and h.task_id = p.ref) as held
    from ${settlementsSince(payment)}
    order by t.posting_id desc limit ${settledMax}`.execute(tx)
  return rows
}

function settlementsSince(payment: PaymentRow) {
  const { id, book, currency } = payment
  return sql`ledger_transfers t
    join ledger_postings p on p.id = t.posting_id and p.kind in ('settle', 'rule')
    join ledger_accounts a on a.id = t.credit_account_id
      and a.kind = 'earnings' and a.book = ${book} and a.currency = ${currency}
    where t.debit_wallet = any(${holdersOf(payment)})
      and t.posting_id > (select id from ledger_postings where key = ${`top_up:${id}`})`
}

/** The agent that made the payment, and those that took over its funds. */
function holdersOf({ agent_id, past_liable_ids, liable_id }: PaymentRow): Id<'agt'>[] {
  return [agent_id, ...past_liable_ids, ...(liable_id === null ? [] : [liable_id])]
}
