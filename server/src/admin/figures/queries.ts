/** The only place that sums up the market over time. */
import { sql } from 'kysely'
import type { FigureInterval, MarketFigures } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'

export interface Period {
  readonly from: Date
  readonly to: Date
}

/** Figures with counts and sums from which the rates of an interval follow. */
export type FigureRow = Omit<MarketFigures, 'start' | 'takeRate' | 'disputeRate' | 'refundRate'> & {
  readonly start: Date
  readonly held: number
  readonly returned: number
  readonly ended: number
  readonly disputed: number
}

/** One row for each interval of the period, or one for the whole period. */
export async function figuresOf(
  reader: Reader,
  { from, to }: Period,
  interval: FigureInterval | undefined,
): Promise<FigureRow[]> {
  const bucketOf = (column: ReturnType<typeof sql>) =>
    interval === undefined
      ? sql`${from}::timestamptz`
      : sql`(date_trunc(${sql.lit(interval)}, (${column}) at time zone 'UTC') at time zone 'UTC')`
  const within = (column: ReturnType<typeof sql>) => sql`${column} >= ${from} and ${column} < ${to}`
  const { rows } = await sql<FigureRow>`
    with intervals as (
      select ${bucketOf(sql`moment`)} as start from generate_series(${from}::timestamptz, ${to}::timestamptz
        - interval '1 millisecond', ${sql.lit(`1 ${interval ?? 'day'}`)}::interval) moment
      union select ${bucketOf(sql`${to}::timestamptz - interval '1 millisecond'`)}
    ), legs as (
      select ${bucketOf(sql`p.created_at`)} as start, p.kind, p.ref, t.amount, d.kind as source, d.wallet as payer,
        c.kind as target, c.wallet as payee
      from ledger_postings p
      join ledger_transfers t on t.posting_id = p.id
      join ledger_accounts d on d.id = t.debit_account_id
      join ledger_accounts c on c.id = t.credit_account_id
      where p.kind in ('settle', 'rule', 'release', 'top_up', 'payout_sent') and ${within(sql`p.created_at`)}
        and d.book = ${reader.settings.book} and d.currency = ${reader.settings.currency}
    ), money as (${moneyOfLegs}
    ), applications as (
      select ${bucketOf(sql`first.at`)} as start,
        percentile_cont(0.5) within group (order by extract(epoch from first.at - l.opened_at)) as seconds
      from listings l join (${firstApplications}) first on first.listing_id = l.id
      where l.opened_at is not null and ${within(sql`first.at`)} group by 1
    ), awards as (
      select ${bucketOf(sql`e.at`)} as start,
        percentile_cont(0.5) within group (order by extract(epoch from e.at - l.opened_at)) as seconds
      from task_events e join tasks t on t.id = e.task_id join listings l on l.id = t.listing_id
      where e.action = 'award' and l.opened_at is not null and ${within(sql`e.at`)} group by 1
    ), deliveries as (
      select ${bucketOf(sql`t.created_at`)} as start,
        percentile_cont(0.5) within group (order by extract(epoch from t.delivered_at - t.created_at)) as seconds
      from tasks t where t.delivered_at is not null and ${within(sql`t.created_at`)} group by 1
    ), people as (
      select ${bucketOf(sql`u.created_at`)} as start, count(*) as count
      from users u where ${within(sql`u.created_at`)} group by 1
    ), published as (
      select ${bucketOf(sql`l.opened_at`)} as start, count(*) as count
      from listings l where ${within(sql`l.opened_at`)} group by 1
    )
    select i.start, coalesce(volume, 0)::float8 as volume, coalesce(fees, 0)::float8 as fees,
      coalesce(topped_up, 0)::float8 as "toppedUp", coalesce(paid_out, 0)::float8 as "paidOut",
      coalesce(returned, 0)::float8 as returned, coalesce(volume + returned, 0)::float8 as held,
      coalesce(tasks, 0)::int as tasks, coalesce(ended, 0)::int as ended, coalesce(disputed, 0)::int as disputed,
      coalesce(clients, 0)::int as clients, coalesce(providers, 0)::int as providers,
      coalesce(p.count, 0)::int as "signUps", coalesce(l.count, 0)::int as listings,
      f.seconds::float8 as "timeToApplication", a.seconds::float8 as "timeToAward", d.seconds::float8 as "timeToDelivery"
    from intervals i
    left join money using (start) left join applications f using (start) left join awards a using (start) left join deliveries d using (start)
    left join people p using (start) left join published l using (start)
    order by i.start`.execute(reader)
  return rows
}

/** An application is a task of its listing. */
const firstApplications = sql`
      select listing_id, min(created_at) as at from tasks where listing_id is not null group by 1`

/** Sums and distinct parties of the legs, by interval. */
const moneyOfLegs = sql`
      select start,
        coalesce(sum(amount) filter (where source in ('held', 'dispute') and target in ('earnings', 'revenue')), 0) as volume,
        coalesce(sum(amount) filter (where target = 'revenue'), 0) as fees,
        coalesce(sum(amount) filter (where kind = 'top_up'), 0) as topped_up,
        coalesce(sum(amount) filter (where kind = 'payout_sent'), 0) as paid_out,
        coalesce(sum(amount) filter (where source in ('held', 'dispute') and target = 'available'), 0) as returned,
        count(distinct ref) filter (where target = 'earnings') as tasks,
        count(distinct ref) filter (where source in ('held', 'dispute')) as ended,
        count(distinct ref) filter (where source = 'dispute') as disputed,
        count(distinct payer) filter (where target = 'earnings' and source in ('held', 'dispute')) as clients,
        count(distinct payee) filter (where target = 'earnings' and source in ('held', 'dispute')) as providers
      from legs group by start`
