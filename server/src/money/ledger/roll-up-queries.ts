/** The only place that sums append accounts: a stored roll-up of final transfers, plus the transfers since. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transact.ts'
import type { AccountKind, Book } from './accounts.ts'

interface PlatformBalance {
  readonly kind: AccountKind
  /** `platform`, or the name of a processor. */
  readonly owner: string
  readonly currency: string
  readonly balance: bigint
}

/** Balances of the platform and of its processors. */
export async function platformBalances(reader: Reader, book: Book): Promise<PlatformBalance[]> {
  const { rows } = await sql<PlatformBalance>`
    select a.kind, a.owner, a.currency, b.balance
    from ledger_accounts a join (${appendBalances}) b on b.id = a.id
    where a.book = ${book} order by a.kind, a.owner, a.currency`.execute(reader)
  return rows
}

/** Arbitrary advisory lock key, the same on every node. */
const rollUpLock = 736_566_113

/** Until the end of the transaction. Returns false if another node holds the lock. */
export async function lockRollUps(tx: Tx): Promise<boolean> {
  const lock = sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${rollUpLock}) as mine`
  return (await lock.execute(tx)).rows[0]?.mine === true
}

/** Transactions before this one have ended: their writes are visible and they write nothing more. */
const finished = sql`pg_snapshot_xmin(pg_current_snapshot())`
const everything = sql`'18446744073709551615'::xid8`

/**
 * Ignores roll-ups from a higher transaction id: a database restored from a dump restarts its counter, and everything
 * is summed again.
 */
function appendBalancesUpTo(end: typeof finished) {
  return sql`
    select a.id, ${end} as upto, (coalesce(r.balance, 0)
      + coalesce((select sum(t.amount) from ledger_transfers t
          where t.credit_account_id = a.id and t.credit_seq is null
            and t.xact >= coalesce(r.upto, '0') and t.xact < ${end}), 0)
      - coalesce((select sum(t.amount) from ledger_transfers t
          where t.debit_account_id = a.id and t.debit_seq is null
            and t.xact >= coalesce(r.upto, '0') and t.xact < ${end}), 0))::bigint as balance
    from ledger_accounts a
    left join ledger_rollups r on r.account_id = a.id and r.upto <= ${finished}
    where a.mode = 'append'`
}

/** Id and balance of every append account, as of the enclosing statement. */
export const appendBalances = appendBalancesUpTo(everything)

/** Advances the roll-ups to the last transaction that can no longer write. */
export async function saveRollUps(tx: Tx): Promise<void> {
  await sql`
    insert into ledger_rollups (account_id, balance, upto, rolled_at)
    select id, balance, upto, ${tx.now} from (${appendBalancesUpTo(finished)}) final
    on conflict (account_id) do update
      set balance = excluded.balance, upto = excluded.upto, rolled_at = excluded.rolled_at`.execute(tx)
}
