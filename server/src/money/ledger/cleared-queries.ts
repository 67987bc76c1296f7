import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transact.ts'
import { after } from '../../lib/clock.ts'
import { lastPostingBefore } from './activity-queries.ts'
import { lockBalances, type Wallet } from './queries.ts'

/** Earnings eligible for payout, locked until the transaction ends. */
export async function eligibleEarnings(tx: Tx, wallet: Wallet, holdMs: number): Promise<bigint> {
  const { earnings } = await lockBalances(tx, wallet)
  return clearedPart(tx, wallet, { earnings, holdMs })
}

/** The earnings without work settled, or funds moved here, less than `holdMs` ago. */
export async function clearedPart(
  reader: Reader,
  wallet: Wallet,
  { earnings, holdMs }: { readonly earnings: bigint; readonly holdMs: number },
): Promise<bigint> {
  if (holdMs === 0 || earnings === 0n) return earnings
  const since = after(reader.now, -holdMs)
  const { rows } = await sql<{ young: bigint }>`
    select coalesce(sum(t.amount), 0)::bigint as young
    from ledger_transfers t
    join ledger_postings p on p.id = t.posting_id and p.kind in ('settle', 'rule', 'move_funds')
    join ledger_accounts a on a.id = t.credit_account_id
      and a.kind = 'earnings' and a.book = ${wallet.book} and a.currency = ${wallet.currency}
    where t.credit_wallet = ${wallet.agentId} and t.created_at > ${since}
      and t.posting_id > ${lastPostingBefore('credit', wallet.agentId, since)}`.execute(reader)
  const young = rows[0]?.young ?? 0n
  return earnings > young ? earnings - young : 0n
}
