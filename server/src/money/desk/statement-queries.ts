/** The only place that sums a month of the ledger. */
import { sql } from 'kysely'
import type { OwnerStatementLine, PlatformStatementLine } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import type { PageRequest } from '../../operation.ts'

interface Month {
  /** `YYYY-MM`, validated by the contract. */
  readonly month: string
  readonly page: PageRequest
}

const boundsOf = (month: string) => sql`
  (select ${`${month}-01T00:00:00Z`}::timestamptz as start,
    ((${`${month}-01`}::date + interval '1 month') at time zone 'UTC') as finish) bounds`

/** Debits and credits of all transfers until the end of the month, one row each. */
const changesUntil = (reader: Reader, month: string) => sql`
  select a.kind, a.owner, a.wallet, a.currency, side.change, side.created_at, side.posting_id, bounds.start
  from ${boundsOf(month)}
  cross join lateral (
    select credit_account_id as account_id, amount as change, created_at, posting_id
      from ledger_transfers where created_at < bounds.finish
    union all
    select debit_account_id, -amount, created_at, posting_id
      from ledger_transfers where created_at < bounds.finish) side
  join ledger_accounts a on a.id = side.account_id and a.book = ${reader.settings.book}`

const sumOf = (condition: ReturnType<typeof sql>) =>
  sql`coalesce(sum(change) filter (where ${condition}), 0)::float8`
const before = sql`created_at < start`
const within = sql`created_at >= start`

/** Accounts of agents and tasks are one line for each kind. */
export async function platformStatement(
  reader: Reader,
  { month, page: { limit, after } }: Month,
): Promise<PlatformStatementLine[]> {
  const [account = '', owner = '', currency = ''] = after ?? []
  const { rows } = await sql<PlatformStatementLine>`
    select * from (
      select kind as account, case when wallet like 'agt\\_%' then 'agents' else owner end as owner, currency,
        ${sumOf(before)} as opening,
        ${sumOf(sql`${within} and change > 0`)} as credits,
        -${sumOf(sql`${within} and change < 0`)} as debits,
        sum(change)::float8 as closing
      from (${changesUntil(reader, month)}) changes group by 1, 2, 3) lines
    where (account, owner, currency) > (${String(account)}, ${String(owner)}, ${String(currency)})
    order by account, owner, currency limit ${limit + 1}`.execute(reader)
  return rows
}

const ofKind = (...kinds: readonly string[]) =>
  sumOf(sql`${within} and posting = any (${sql.val([...kinds])}::text[])`)

/** Internal moves between the balances of one wallet cancel out, because all its accounts are summed. */
export async function ownerStatements(
  reader: Reader,
  { month, ownerId, page: { limit, after } }: Month & { readonly ownerId: string | undefined },
): Promise<OwnerStatementLine[]> {
  const [lastOwner = '', currency = ''] = after ?? []
  const known = [
    'top_up',
    'hold',
    'settle',
    'release',
    'rule',
    'freeze',
    'unfreeze',
    'payout_hold',
    'payout_sent',
    'payout_release',
    'payout_return',
    'refund',
    'refund_failed',
    'chargeback',
    'chargeback_won',
    'earnings_cover',
    'earnings_restore',
  ]
  const { rows } = await sql<OwnerStatementLine>`
    select * from (
      select owner_id as "ownerId", max(owner_name) as name, currency,
        ${sumOf(before)} as opening,
        ${ofKind('top_up')} as "toppedUp",
        -${sumOf(sql`${within} and posting in ('settle', 'rule') and kind in ('held', 'dispute')`)}
          - ${sumOf(sql`${within} and posting = 'rule' and kind = 'available'`)} as spent,
        ${sumOf(sql`${within} and posting in ('settle', 'rule') and kind = 'earnings'`)} as earned,
        -${ofKind('payout_sent', 'payout_return')} as "paidOut",
        -${ofKind('refund', 'refund_failed', 'chargeback', 'chargeback_won', 'earnings_cover', 'earnings_restore')} as reversed,
        ${sumOf(sql`${within} and not posting = any (${sql.val(known)}::text[])`)} as other,
        sum(change)::float8 as closing
      from (
        select c.*, p.kind as posting, coalesce(o.id, u.id) as owner_id,
          coalesce(o.display_name, u.display_name) as owner_name
        from (${changesUntil(reader, month)}) c
        join ledger_postings p on p.id = c.posting_id
        join agents a on a.id = c.wallet
        join users u on u.id = a.owner_id
        left join organization_agents oa on oa.agent_id = a.id
        left join organizations o on o.id = oa.organization_id) owned
      group by owner_id, currency) lines
    where (opening <> 0 or closing <> 0 or "toppedUp" <> 0 or spent <> 0 or earned <> 0 or "paidOut" <> 0)
      and ${ownerId === undefined ? sql`true` : sql`"ownerId" = ${ownerId}`}
      and ("ownerId", currency) > (${String(lastOwner)}, ${String(currency)})
    order by "ownerId", currency limit ${limit + 1}`.execute(reader)
  return rows
}
