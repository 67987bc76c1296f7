import type { ActivityLine } from '../shapes/money/payment.ts'
import type { Market } from '../shapes/tasks/task.ts'

interface ReceiptAmounts {
  readonly currency: string
  /** Cost of the work. */
  readonly gross: number
  readonly fee: number
  /** Rate of the fee in basis points, fixed at the award; undefined if the task does not state it. */
  readonly feeBps: number | undefined
  /** Amount that the viewer paid, or received after the fee. */
  readonly net: number
}

/** Amounts of a paid task as booked in the viewer's wallet; undefined if nothing was paid. */
export function receiptOf(
  { role, feeBps }: Pick<Market, 'role' | 'feeBps'>,
  lines: readonly ActivityLine[],
): ReceiptAmounts | undefined {
  const settled = lines.filter(({ kind }) => kind === 'settle' || kind === 'rule')
  const currency = settled[0]?.currency
  if (currency === undefined) return undefined
  const sum = (amounts: readonly ActivityLine[]) => amounts.reduce((total, { amount }) => total + amount, 0)
  const net = Math.abs(sum(settled))
  if (net === 0) return undefined
  if (role === 'client') {
    const fee = Math.abs(sum(settled.filter(({ counterparty }) => counterparty === 'platform')))
    return { currency, gross: net, fee, feeBps, net }
  }
  // The fee is booked in the client's wallet; the provider's line states it.
  const fee = settled.reduce((total, line) => total + (line.fee ?? 0), 0)
  return { currency, gross: net + fee, fee, feeBps, net }
}
