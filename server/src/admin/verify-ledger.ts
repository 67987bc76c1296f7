import type { AdminContract } from 'souk-contract'
import { reconcile } from '../money/ledger/reconcile.ts'
import { platformBalances } from '../money/ledger/roll-up-queries.ts'
import type { Query } from '../operation.ts'

export const verifyLedger: Query<AdminContract['ledger']['verifyLedger']> = async (reader) => {
  const { checks } = await reconcile(reader)
  const balances = await platformBalances(reader, reader.settings.book)
  return {
    ok: checks.every(({ violations }) => violations === 0),
    checks: checks.map((check) => ({ ...check, sample: [...check.sample] })),
    balances: balances.map((row) => ({ ...row, balance: Number(row.balance) })),
  }
}
