import type { Surroundings } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { requireCurrency } from '../payments/wallet.ts'

interface Sum {
  readonly amount: number
  readonly currency: string
}

/** What is offered for work is in the currency of this marketplace, and more than nothing. */
export function requireSum(surroundings: Surroundings, field: string, sum: Sum): void {
  requireCurrency(surroundings, sum.currency)
  if (sum.amount === 0) {
    fail('unprocessable', `"${field}" is zero.`, 'Name a larger amount, or leave it out.')
  }
}
