import type { Logger } from 'pino'
import type { Store } from '../db/transact.ts'
import { reconcile } from '../money/ledger/reconcile.ts'
import type { Metrics } from '../node/metrics.ts'

/** Checks the ledger periodically. A violation means misplaced money and must be noticed immediately. */
export interface LedgerWatch {
  check(): Promise<number>
}

export function createLedgerWatch(
  store: Store,
  { metrics, log }: { readonly metrics: Metrics; readonly log: Pick<Logger, 'error'> },
): LedgerWatch {
  let found = 0
  const name = 'souk_ledger_violations'
  metrics.gauge(name, 'Violations found by the last ledger check of this node.', () => found)
  return {
    check: async () => {
      const { checks } = await store.read(reconcile)
      for (const { name: check, violations } of checks) {
        if (violations > 0) log.error({ check, violations }, 'ledger check failed')
      }
      found = checks.reduce((sum, { violations }) => sum + violations, 0)
      return 0
    },
  }
}
