import type { Logger } from 'pino'
import type { Store } from '../db/transact.ts'
import { reconcile } from '../money/ledger/reconcile.ts'
import type { Metrics } from '../node/metrics.ts'

/** Proves the ledger again and again. A violation is somebody's money in the wrong place: it has to be seen at once. */
export interface LedgerWatch {
  check(): Promise<number>
}

export function createLedgerWatch(
  store: Store,
  { metrics, log }: { readonly metrics: Metrics; readonly log: Pick<Logger, 'error'> },
): LedgerWatch {
  let found = 0
  const name = 'souk_ledger_violations'
  metrics.gauge(name, 'What did not add up when this node last proved the ledger.', () => found)
  return {
    check: async () => {
      const { checks } = await store.read(reconcile)
      for (const { name: check, violations } of checks) {
        if (violations > 0) log.error({ check, violations }, 'the ledger does not add up')
      }
      found = checks.reduce((sum, { violations }) => sum + violations, 0)
      return 0
    },
  }
}
