import type { Store } from '../db/transact.ts'
import type { Metrics } from '../node/metrics.ts'
import { measureLag } from './queries.ts'

/** Registers the lag of each queue: the age of its oldest due row. */
export function registerLagMetrics(metrics: Metrics, store: Store): void {
  metrics.gauges('souk_work_late_seconds', 'Age of the oldest due row, by queue.', 'work', () =>
    store.read(measureLag),
  )
}
