import { accountName } from './accounts.ts'
import type { Posting } from './posting-types.ts'

/** Structural faults of a posting, independent of balances. Always a programming error. */
export function faultOf({ key, transfers }: Posting): string | undefined {
  for (const { debit, credit, amount } of transfers) {
    if (amount <= 0n) return `ledger transfer amount must be positive: ${key}`
    if (accountName(debit) === accountName(credit)) return `ledger transfer to the same account: ${key}`
    if (debit.book !== credit.book || debit.currency !== credit.currency) {
      return `ledger transfer between books or currencies: ${key}`
    }
  }
  return undefined
}
