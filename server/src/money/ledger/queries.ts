import { sql, type RawBuilder } from 'kysely'
import type { Reader, Tx } from '../../db/transact.ts'
import type { AccountKind, AgentId, Denomination } from './accounts.ts'
import type { Posting } from './posting-types.ts'

export interface Wallet extends Denomination {
  readonly agentId: AgentId
}

export interface Balances {
  readonly available: bigint
  readonly earnings: bigint
  /** Earned from clients with an undecided chargeback. */
  readonly pending: bigint
  readonly payoutPending: bigint
  /** Debt to the platform, as a positive amount. */
  readonly owed: bigint
}

/** `held` is the agent's own money in its tasks, including disputed funds. */
export async function balancesOf(
  reader: Reader,
  wallet: Wallet,
): Promise<Balances & { readonly held: bigint }> {
  const { rows } = await sql<Summed>`
    select kind, sum(balance)::bigint as balance from ledger_accounts
    where wallet = ${wallet.agentId} and book = ${wallet.book} and currency = ${wallet.currency} and open
    group by kind`.execute(reader)
  return { ...byName(rows), held: balanceIn(rows, 'held') + balanceIn(rows, 'dispute') }
}

/** The agent's own balances, locked until the transaction ends. */
export async function lockBalances(tx: Tx, wallet: Wallet): Promise<Balances> {
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance'])
    .where('owner', '=', wallet.agentId)
    .where('book', '=', wallet.book)
    .where('currency', '=', wallet.currency)
    .orderBy('id')
    .forUpdate()
    .execute()
  return byName(rows)
}

/** A posting as it was made, for its correction. */
export async function findPosting(reader: Reader, key: string): Promise<Posting | undefined> {
  const rows = await reader
    .selectFrom('ledger_postings as p')
    .innerJoin('ledger_transfers as t', 't.posting_id', 'p.id')
    .innerJoin('ledger_accounts as d', 'd.id', 't.debit_account_id')
    .innerJoin('ledger_accounts as c', 'c.id', 't.credit_account_id')
    .select(['p.key', 'p.kind', 'p.ref', 't.amount', 'd.book', 'd.currency'])
    .select(['d.kind as debit_kind', 'd.owner as debit_owner', 'd.wallet as debit_wallet'])
    .select(['c.kind as credit_kind', 'c.owner as credit_owner', 'c.wallet as credit_wallet'])
    .where('p.key', '=', key)
    .orderBy('t.leg')
    .execute()
  const [first] = rows
  if (first === undefined) return undefined
  const transfers = rows.map((row) => ({
    debit: account(row, row.debit_kind, row.debit_owner, row.debit_wallet),
    credit: account(row, row.credit_kind, row.credit_owner, row.credit_wallet),
    amount: row.amount,
  }))
  return { key: first.key, kind: first.kind, ref: first.ref, transfers }
}

/** Number of the violations, and the first few subjects. */
export async function findViolations(
  reader: Reader,
  violations: RawBuilder<{ subject: string }>,
  sampleSize: number,
): Promise<{ count: number; sample: string[] }> {
  const { rows } = await sql<{ count: number; sample: string[] }>`
    with violations as materialized (${violations})
    select count(*)::float8 as count,
      array(select subject from violations order by subject limit ${sampleSize}) as sample
    from violations`.execute(reader)
  return rows[0] ?? { count: 0, sample: [] }
}

interface Summed {
  readonly kind: AccountKind
  readonly balance: bigint
}

function byName(rows: readonly Summed[]): Balances {
  return {
    available: balanceIn(rows, 'available'),
    earnings: balanceIn(rows, 'earnings'),
    pending: balanceIn(rows, 'earnings_pending'),
    payoutPending: balanceIn(rows, 'payout_pending'),
    owed: -balanceIn(rows, 'receivable'),
  }
}

function balanceIn(rows: readonly Summed[], kind: AccountKind): bigint {
  return rows.find((row) => row.kind === kind)?.balance ?? 0n
}

function account({ book, currency }: Denomination, kind: AccountKind, owner: string, wallet: string) {
  return { book, currency, kind, owner, wallet }
}
