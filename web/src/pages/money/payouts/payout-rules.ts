import { payablePart, type Balance } from 'souk-contract'
import { amountError, parseAmount } from '../../../lib/parse/amount-input.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { say } from '../../../messages/en/money.ts'

type Earned = Pick<Balance, 'earnings' | 'cleared' | 'currency'>

/** Largest payout: recent earnings have not cleared. */
export function payableOf({ cleared, currency }: Earned): number {
  return payablePart({ amount: cleared, currency })
}

/** Why the typed amount cannot be paid out. */
export function payoutProblem(text: string, balance: Earned): string | undefined {
  const { earnings, currency } = balance
  const payable = payableOf(balance)
  if (earnings === 0) return say('youHaveNoEarningsYet')
  if (payable === 0) return say('earningsNotCleared')
  const amount = parseAmount(text, currency) ?? 0
  if (amount === 0) return say('enterAnAmount')
  const problem = amountError(text, { field: say('theAmount'), currency, use: 'payout' })
  if (problem !== undefined || amount <= payable) return problem
  return say('onlyCleared', { amount: formatMoney({ amount: payable, currency }) })
}
