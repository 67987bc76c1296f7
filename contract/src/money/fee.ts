import { rulesOf } from './currencies.ts'

/**
 * The marketplace fee on an amount, rounded half up to the charge step: a minor unit for most currencies, a whole króna
 * for ISK. The remainder for the provider therefore stays payable.
 */
export function feeOf(sum: { readonly amount: bigint; readonly currency: string }, feeBps: number): bigint
export function feeOf(sum: { readonly amount: number; readonly currency: string }, feeBps: number): number
export function feeOf(
  { amount, currency }: { readonly amount: bigint | number; readonly currency: string },
  feeBps: number,
): bigint | number {
  if (!Number.isInteger(feeBps) || feeBps < 0 || feeBps > 10_000) {
    throw new RangeError(`feeBps must be an integer from 0 to 10000 basis points, not ${feeBps}.`)
  }
  const step = BigInt(rulesOf(currency).chargeStep)
  const divisor = 10_000n * step
  const rounded = ((BigInt(amount) * BigInt(feeBps) + divisor / 2n) / divisor) * step
  const fee = rounded > BigInt(amount) ? BigInt(amount) : rounded
  return typeof amount === 'bigint' ? fee : Number(fee)
}
