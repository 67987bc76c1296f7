import type { Reader } from '../../db/transact.ts'
import { businessChecks } from './business-checks.ts'
import { balanceChecks, historyChecks } from './checks.ts'
import { invoiceChecks } from './invoice-checks.ts'
import { findViolations } from './queries.ts'
import { taskChecks } from './task-checks.ts'

export interface CheckResult {
  readonly name: string
  readonly meaning: string
  readonly violations: number
  /** The first few violations. */
  readonly sample: readonly string[]
}

interface Reconciliation {
  readonly checks: readonly CheckResult[]
}

export const checks = [...balanceChecks, ...historyChecks, ...businessChecks, ...taskChecks, ...invoiceChecks]

const sampleSize = 5

/**
 * Checks the ledger over its whole history. Each check is one statement with one snapshot, so it can run under load.
 */
export async function reconcile(reader: Reader): Promise<Reconciliation> {
  const results: CheckResult[] = []
  for (const { name, meaning, violations } of checks) {
    const { count, sample } = await findViolations(reader, violations, sampleSize)
    results.push({ name, meaning, violations: count, sample })
  }
  return { checks: results }
}
