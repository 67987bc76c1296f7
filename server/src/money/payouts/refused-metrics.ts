import type { Store } from '../../db/transact.ts'
import type { Metrics } from '../../node/metrics.ts'
import { countRefused } from './refused-queries.ts'

/** Counted in the database, so every node reports the same number. */
export function registerRefusedPayoutMetrics(metrics: Metrics, store: Store): void {
  metrics.gauges(
    'souk_payouts_refused',
    'Refused payouts in progress, by what they wait for: a person or the next retry.',
    'waits_for',
    async () => ({ ...(await store.read(countRefused)) }),
  )
}
