import { sql } from 'kysely'
import type { Store } from '../db/transact.ts'
import type { Metrics } from '../node/metrics.ts'

/** Registers the lag of each queue: the age of its oldest due row. */
export function registerLagMetrics(metrics: Metrics, store: Store): void {
  metrics.gauges('souk_work_late_seconds', 'Age of the oldest due row, by queue.', 'work', () =>
    measureLag(store),
  )
}

async function measureLag(store: Store): Promise<Record<string, number>> {
  const { rows } = await store.read((reader) =>
    sql<{ work: string; seconds: number }>`
      select work, greatest(0, extract(epoch from ${reader.now}::timestamptz - due))::float8 as seconds
      from (values
        ('events', (select at from outbox order by id limit 1)),
        ('deliveries', (select min(next_attempt_at) from webhook_deliveries where status = 'pending')),
        ('mails', (select min(due_at) from mails where state = 'queued')),
        ('processor events', (select min(due_at) from processor_events where state = 'queued')),
        ('payments', (select min(due_at) from payments where due_at is not null and book = ${reader.settings.book})),
        ('payouts', (select min(due_at) from payouts where due_at is not null and book = ${reader.settings.book}))
      ) waiting (work, due)`.execute(reader),
  )
  return Object.fromEntries(rows.map(({ work, seconds }) => [work, seconds ?? 0]))
}
