import type { ActivityLine } from '../shapes/payment.ts'
import type { Market } from '../shapes/task.ts'

interface ReceiptAmounts {
  readonly currency: string
  /** Cost of the work. */
  readonly gross: number
  readonly fee: number
  /** Amount that the viewer paid, or received after the fee. */
  readonly net: number
}

/** Amounts of a paid task as booked in the viewer's wallet; undefined if nothing was paid. */
export function receiptOf(
  { role, terms, reason }: Pick<Market, 'role' | 'terms' | 'reason'>,
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
    return { currency, gross: net, fee, net }
  }
  // The fee is booked in the client's wallet. Only an accepted task pays the whole price.
  const isWhole = reason === 'accepted' || reason === 'auto_accepted'
  const gross = isWhole ? (terms?.price?.amount ?? net) : net
  return { currency, gross, fee: gross - net, net }
}
