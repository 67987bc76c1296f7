import { sql, type Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Store, Tx } from '../../../db/transact.ts'
import { after, second } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import type { Money, BalanceTransaction, PlatformBalance } from '../snapshots.ts'

type BalanceTransactionRow = Selectable<Schema['sandbox_movements']>

/** Card payments become available after this delay. */
const settlementMs = 10 * second

interface NewBalanceTransaction {
  readonly kind: BalanceTransactionRow['kind']
  readonly sourceRef: string
  readonly amount: Money
  readonly fee?: bigint
  readonly availableAt?: Date
}

/**
 * The only writer of the platform balance: one transaction and the total, in one statement. The row of the total is a
 * hot lock held until commit, so this comes last.
 */
export async function recordBalanceTransaction(tx: Tx, movement: NewBalanceTransaction): Promise<void> {
  const { amount, currency } = movement.amount
  const fee = movement.fee ?? 0n
  const available = movement.availableAt ?? tx.now
  await sql`
    with total as (
      insert into sandbox_balances (currency, total) values (${currency}, ${amount - fee})
      on conflict (currency) do update set total = sandbox_balances.total + excluded.total
    )
    insert into sandbox_movements
      (id, kind, source_id, amount, fee, currency, created_at, available_at, announced)
    values (${newId('sbmv', tx.now)}, ${movement.kind}, ${movement.sourceRef}, ${amount}, ${fee}, ${currency},
      ${tx.now}, ${available}, ${available <= tx.now})`.execute(tx)
}

export function availableAt(tx: Tx, { settlesImmediately }: { settlesImmediately?: true }): Date {
  return settlesImmediately === true ? tx.now : after(tx.now, settlementMs)
}

/** Locks the balance, so that two transfers cannot both spend the rest. */
export async function lockBalance(tx: Tx, currency: string): Promise<PlatformBalance> {
  await tx.selectFrom('sandbox_balances').where('currency', '=', currency).selectAll().forUpdate().execute()
  return balanceOf(tx, currency)
}

export async function balanceOf(reader: Reader, currency: string): Promise<PlatformBalance> {
  const { rows } = await sql<{ total: bigint; pending: bigint }>`
    select coalesce((select total from sandbox_balances where currency = ${currency}), 0)::bigint as total,
      coalesce((
        select sum(amount - fee) from sandbox_movements
        where not announced and available_at > ${reader.now} and currency = ${currency}
      ), 0)::bigint as pending`.execute(reader)
  const { total, pending } = rows[0] ?? { total: 0n, pending: 0n }
  return { available: { amount: total - pending, currency }, pending: { amount: pending, currency } }
}

const pageSize = 200

export async function* listBalanceTransactions(store: Store, since: Date): AsyncIterable<BalanceTransaction> {
  let last = ''
  for (;;) {
    const page = await store.read((reader) => balanceTransactionsAfter(reader, since, last))
    for (const row of page) yield balanceTransactionOf(row)
    if (page.length < pageSize) return
    last = page.at(-1)?.id ?? last
  }
}

async function balanceTransactionsAfter(
  reader: Reader,
  since: Date,
  last: string,
): Promise<BalanceTransactionRow[]> {
  return reader
    .selectFrom('sandbox_movements')
    .selectAll()
    .where('created_at', '>=', since)
    .where('id', '>', last)
    .orderBy('id')
    .limit(pageSize)
    .execute()
}

function balanceTransactionOf(row: BalanceTransactionRow): BalanceTransaction {
  const { currency } = row
  return {
    ref: row.id,
    at: row.created_at,
    kind: row.kind,
    sourceRef: row.source_id,
    amount: { amount: row.amount, currency },
    fee: { amount: row.fee, currency },
    net: { amount: row.amount - row.fee, currency },
  }
}
