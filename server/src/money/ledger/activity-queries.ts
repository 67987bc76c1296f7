import { sql } from 'kysely'
import type { Reader } from '../../db/transact.ts'
import { after, day } from '../../lib/clock.ts'
import type { PageRequest, Position } from '../../operation.ts'
import type { AccountKind, Book } from './accounts.ts'
import type { PostingKind } from './posting-types.ts'

/** One change of one balance, as a statement shows it. */
export interface Line {
  readonly postingId: bigint
  readonly leg: number
  readonly side: 'debit' | 'credit'
  readonly kind: PostingKind
  /** The task, payment or payout. */
  readonly ref: string
  /** Title of the task that `ref` names; null if it names something else. */
  readonly title: string | null
  /** The balance that changed, and for `held` and `dispute` its task. */
  readonly balance: AccountKind
  readonly owner: string
  readonly currency: string
  /** Negative if money left this balance. */
  readonly amount: bigint
  /** Resulting balance; null for append accounts, which keep none. */
  readonly balanceAfter: bigint | null
  /** Other side of the transfer: an agent (possibly the same), the platform or a processor. */
  readonly counterparty: string
  /** Handle of that agent. */
  readonly counterpartyName: string | null
  /** Platform fee of the posting; null if it has none. */
  readonly fee: bigint | null
  readonly counterBalance: AccountKind
  readonly at: Date
}

export interface ActivityFilter {
  readonly kinds?: readonly PostingKind[] | undefined
  readonly currency?: string | undefined
  readonly from?: Date | undefined
  /** Exclusive end. */
  readonly to?: Date | undefined
}

/** An agent, the platform or a processor. */
interface StatementOf {
  readonly book: Book
  readonly wallet: string
}

/** Statement of a wallet, newest first, one line more than the page. */
export async function activityOf(
  reader: Reader,
  owner: StatementOf,
  filter: ActivityFilter,
  page: PageRequest,
): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select line.*, (select title from tasks t where t.id = line.ref and ${owner.wallet} in (t.client_id, t.provider_id)) as title,
      (select handle from agents a where a.id = line.counterparty) as "counterpartyName",
      case when line.kind in ('settle', 'rule') then (
        select sum(f.amount)::bigint from ledger_transfers f join ledger_accounts a on a.id = f.credit_account_id
        where f.posting_id = line."postingId" and a.kind = 'revenue') end as fee
    from (
      (${linesOn('debit', owner, filter, page)})
      union all
      (${linesOn('credit', owner, filter, page)})
      order by "postingId" desc, leg desc, side
      limit ${page.limit + 1}) line
    order by "postingId" desc, leg desc, side`.execute(reader)
  return rows
}

export function positionOf({ postingId, leg, side }: Line): Position {
  return [String(postingId), leg, side]
}

type Side = 'debit' | 'credit'

/**
 * A transfer within a wallet shows on both sides, the credit above the debit. `offset 0` is an optimization fence: it
 * forces an index lookup per line, where the planner would otherwise merge with all postings (ten times slower).
 */
function linesOn(side: Side, owner: StatementOf, filter: ActivityFilter, page: PageRequest) {
  const other = side === 'debit' ? 'credit' : 'debit'
  return sql`
    select t.posting_id as "postingId", t.leg, ${side}::text as side, p.kind, p.ref,
      own.kind as balance, own.owner, own.currency,
      ${side === 'debit' ? sql`-t.amount` : sql`t.amount`} as amount,
      ${sql.ref(`t.${side}_balance`)} as "balanceAfter",
      other.wallet as counterparty, other.kind as "counterBalance", t.created_at as at
    from ledger_transfers t,
      lateral (select * from ledger_postings where id = t.posting_id offset 0) p,
      lateral (select * from ledger_accounts where id = ${sql.ref(`t.${side}_account_id`)} offset 0) own,
      lateral (select * from ledger_accounts where id = ${sql.ref(`t.${other}_account_id`)} offset 0) other
    where ${sql.ref(`t.${side}_wallet`)} = ${owner.wallet} and own.book = ${owner.book}
      and ${sql.join([...filterConditions(side, owner, filter), ...cursorConditions(side, page)], sql` and `)}
    order by t.posting_id desc, t.leg desc
    limit ${page.limit + 1}`
}

function filterConditions(
  side: Side,
  { wallet }: StatementOf,
  { kinds, currency, from, to }: ActivityFilter,
) {
  return [
    sql`true`,
    ...(kinds === undefined ? [] : [sql`p.kind = any (${[...kinds]})`]),
    ...(currency === undefined ? [] : [sql`own.currency = ${currency}`]),
    ...(to === undefined ? [] : [sql`t.created_at < ${to}`]),
    ...(from === undefined
      ? []
      : [sql`t.created_at >= ${from} and t.posting_id > ${lastPostingBefore(side, wallet, from)}`]),
  ]
}

/** Lines after the cursor. */
function cursorConditions(side: Side, { after: position }: PageRequest) {
  if (position === null) return []
  const [postingId, leg, lastSide] = position
  const place = sql`(${postingId}::bigint, ${leg}::integer)`
  return lastSide === 'credit' && side === 'debit'
    ? [sql`(t.posting_id, t.leg) <= ${place}`]
    : [sql`(t.posting_id, t.leg) < ${place}`]
}

/**
 * Upper bound of postings older than `time`. Postings are ordered by locks, not by clocks; clocks of nodes differ, but
 * by less than a day.
 */
export function lastPostingBefore(side: Side, wallet: string, time: Date) {
  return sql`coalesce((
    select earlier.posting_id from ledger_transfers earlier
    where ${sql.ref(`earlier.${side}_wallet`)} = ${wallet} and earlier.created_at < ${after(time, -day)}
    order by earlier.posting_id desc limit 1), 0)`
}
