import { sql } from 'kysely'
import type { MarketCohort } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'

/** One row for each of the last months, oldest first. People are active if an agent of theirs paid for work or earned. */
export async function cohortsOf(reader: Reader, months: number): Promise<MarketCohort[]> {
  const { now, settings } = reader
  const monthOf = (column: ReturnType<typeof sql>) => sql`date_trunc('month', ${column} at time zone 'UTC')`
  const first = sql`${monthOf(sql`${now}::timestamptz`)} - ${sql.lit(months - 1)} * interval '1 month'`
  const { rows } = await sql<MarketCohort>`
    with months as (
      select month from generate_series(${first}, ${monthOf(sql`${now}::timestamptz`)}, interval '1 month') month
    ), people as (
      select id, ${monthOf(sql`created_at`)} as month from users
      where created_at >= (${first}) at time zone 'UTC'
    ), active as (
      select distinct agents.owner_id, ${monthOf(sql`p.created_at`)} as month
      from ledger_postings p
      join ledger_transfers t on t.posting_id = p.id
      join ledger_accounts d on d.id = t.debit_account_id
      join ledger_accounts c on c.id = t.credit_account_id
      join agents on agents.id in (d.wallet, c.wallet)
      where p.kind in ('settle', 'rule') and p.created_at >= (${first}) at time zone 'UTC'
        and d.kind in ('held', 'dispute') and c.kind = 'earnings'
        and d.book = ${settings.book} and d.currency = ${settings.currency}
    ), kept as (
      select people.month as cohort, active.month, count(*)::int as count
      from people join active on active.owner_id = people.id group by 1, 2
    )
    select to_char(c.month, 'YYYY-MM') as month,
      (select count(*)::int from people where people.month = c.month) as people,
      (select array_agg(coalesce(kept.count, 0) order by later.month)
        from months later left join kept on kept.cohort = c.month and kept.month = later.month
        where later.month >= c.month) as active
    from months c order by c.month`.execute(reader)
  return rows
}
