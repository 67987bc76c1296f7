import { formatMoney } from 'souk-contract'
import type { OperationContext } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { requireAmount } from './require-amount.ts'
import { requireCurrency } from './wallet.ts'

interface Sum {
  readonly amount: number
  readonly currency: string
}

/** Requires the marketplace currency and the minimum price, below which rounding would leave no fee. */
export function requirePrice(context: OperationContext, field: string, sum: Sum): void {
  requireCurrency(context, sum.currency)
  const { minPrice, currency } = context.settings
  if (sum.amount > 0 && sum.amount >= minPrice) return requireAmount(field, sum, 'internal')
  const minimum = formatMoney({ amount: Math.max(minPrice, 1), currency })
  return fail(
    'unprocessable',
    `"${field}" must be at least ${minimum}.`,
    `Enter ${minimum} or more, or omit "${field}" for free work.`,
  )
}
