import { sql, type RawBuilder } from 'kysely'
import type { EndReason } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { after, day } from '../../lib/clock.ts'
import type { PageRequest } from '../../operation.ts'
import type { AccountKind, Book } from './accounts.ts'
import type { PostingKind } from './posting-types.ts'
import type { Position } from '../../lib/page-tokens.ts'

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
  /** Why the task ended, if the posting ended its dispute. */
  readonly outcome: EndReason | null
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
  /** The other agent of the transfer or of its task, and its display name. */
  readonly party: string | null
  readonly partyName: string | null
  readonly counterBalance: AccountKind
  readonly at: Date
}

export interface ActivityFilter {
  readonly kinds?: readonly PostingKind[] | undefined
  readonly currency?: string | undefined
  readonly from?: Date | undefined
  /** Exclusive end. */
  readonly to?: Date | undefined
  /** Handle or ID of an agent. */
  readonly counterparty?: string | undefined
  readonly search?: ActivitySearch | undefined
}

export interface ActivitySearch {
  readonly text: string
  /** Minor units, if the text is an amount. */
  readonly amount: number | undefined
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
      case when line.kind = 'rule' then (select reason from tasks t where t.id = line.ref) end as outcome,
      (select handle from agents a where a.id = line.counterparty) as "counterpartyName",
      case when line.kind in ('settle', 'rule') then (
        select sum(f.amount)::bigint from ledger_transfers f join ledger_accounts a on a.id = f.credit_account_id
        where f.posting_id = line."postingId" and a.kind = 'revenue') end as fee,
      party.id as party, party.display_name as "partyName"
    from (
      (${linesOn('debit', owner, filter, page)})
      union all
      (${linesOn('credit', owner, filter, page)})
      order by "postingId" desc, leg desc, side
      limit ${page.limit + 1}) line
    left join lateral (
      select a.id, a.display_name from agents a
      where a.id <> ${owner.wallet} and (a.id = line.counterparty or a.id in (${partiesOf(sql`line.ref`)}))
      limit 1) party on true
    order by "postingId" desc, leg desc, side`.execute(reader)
  return rows
}

/** Client and provider of the task that `ref` names. */
function partiesOf(ref: RawBuilder<unknown>) {
  return sql`select unnest(array[k.client_id, k.provider_id]) from tasks k where k.id = ${ref}`
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
  { kinds, currency, from, to, counterparty, search }: ActivityFilter,
) {
  return [
    sql`true`,
    ...(kinds === undefined ? [] : [sql`p.kind = any (${[...kinds]})`]),
    ...(currency === undefined ? [] : [sql`own.currency = ${currency}`]),
    ...(to === undefined ? [] : [sql`t.created_at < ${to}`]),
    ...(counterparty === undefined ? [] : [isWith(counterparty)]),
    ...(search === undefined ? [] : [matches(wallet, search)]),
    ...(from === undefined
      ? []
      : [sql`t.created_at >= ${from} and t.posting_id > ${lastPostingBefore(side, wallet, from)}`]),
  ]
}

/** A posting is listed with all its lines: the fee of a payment belongs to the agent that was paid. */
function isWith(agent: string) {
  return sql`exists (
    select 1 from agents a
    where (a.id = ${agent} or a.handle = ${agent}) and (a.id = other.wallet or a.id in (${partiesOf(sql`p.ref`)})))`
}

function matches(wallet: string, { text, amount }: ActivitySearch) {
  const contains = (column: string) => sql`position(lower(${text}) in lower(${sql.ref(column)})) > 0`
  return sql`(p.ref = ${text}
    or exists (select 1 from tasks k where k.id = p.ref and ${contains('k.title')})
    or exists (
      select 1 from agents a
      where a.id <> ${wallet} and (a.id = other.wallet or a.id in (${partiesOf(sql`p.ref`)}))
        and (${contains('a.display_name')} or ${contains('a.handle')}))
    or ${amount === undefined ? sql`false` : hasAmount(amount)})`
}

/** One of the transfers, or the sum of all: the price of a payment is divided into earnings and fee. */
function hasAmount(amount: number) {
  return sql`exists (
    select 1 from ledger_transfers x where x.posting_id = t.posting_id
    having sum(x.amount) = ${amount} or bool_or(x.amount = ${amount}))`
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
