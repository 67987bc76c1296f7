import { sql } from 'kysely'
import type { Reader } from '../../db/transact.ts'

interface FiguresRow {
  readonly succeeded: number
  readonly failed: number
  readonly pending: number
  readonly median_ms: number | null
  readonly slow_ms: number | null
  /** Numbered from `since`; those without deliveries are missing. */
  readonly intervals: readonly {
    readonly number: number
    readonly succeeded: number
    readonly failed: number
  }[]
}

/** Bounds the rows that one call reads. */
const deliveriesMax = 10_000

/** Counts deliveries to an endpoint since a time, in intervals of this length. */
export async function countDeliveries(
  reader: Reader,
  endpoint: string,
  { since, intervals, intervalMs }: { since: Date; intervals: number; intervalMs: number },
): Promise<FiguresRow | undefined> {
  const { rows } = await sql<FiguresRow>`
    with newest as materialized (
      select id, status, last_error, attempt_count, created_at from webhook_deliveries
      where endpoint = ${endpoint} order by id desc limit ${deliveriesMax}
    ), recent as materialized (
      select d.status, d.last_error, a.duration_ms,
        least(${intervals - 1}::int,
          floor(extract(epoch from d.created_at - ${since}::timestamptz) * 1000 / ${intervalMs})::int) as number
      from newest d left join webhook_attempts a on a.delivery_id = d.id and a.number = d.attempt_count
      where d.created_at >= ${since}
    ), counted as (
      select number, (count(*) filter (where status = 'succeeded'))::int as succeeded,
        (count(*) filter (where status <> 'succeeded' and last_error is not null))::int as failed
      from recent group by number
    )
    select (count(*) filter (where status = 'succeeded'))::int as succeeded,
      (count(*) filter (where status in ('exhausted', 'blocked', 'canceled')))::int as failed,
      (count(*) filter (where status = 'pending'))::int as pending,
      percentile_disc(0.5) within group (order by duration_ms) as median_ms,
      percentile_disc(0.95) within group (order by duration_ms) as slow_ms,
      coalesce((select jsonb_agg(to_jsonb(counted)) from counted), '[]') as intervals
    from recent`.execute(reader)
  return rows[0]
}
