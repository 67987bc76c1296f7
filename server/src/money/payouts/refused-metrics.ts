import type { Store } from '../../db/transact.ts'
import type { Metrics } from '../../node/metrics.ts'
import { countRefused } from './refused-queries.ts'

/** The same number on every node, because it is counted in the database. */
export function registerRefusedPayoutMetrics(metrics: Metrics, store: Store): void {
  metrics.gauges(
    'souk_payouts_refused',
    'Payouts that were refused and have not ended, by what they wait for: a person or the next retry.',
    'waits_for',
    async () => ({ ...(await store.read(countRefused)) }),
  )
}
