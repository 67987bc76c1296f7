import { rulesOf, type CurrencyRules } from './currencies.ts'
import { formatMoney, type Sum } from './format.ts'

/**
 * Where an amount is used: it comes in by card, caps what may come in, stays inside (prices, conversions, splits),
 * limits what may be spent, or goes out to a bank.
 */
export type MoneyUse = 'charge' | 'cap' | 'internal' | 'limit' | 'payout'

/** Why an amount is refused, and what to send instead. */
export interface MoneyProblem {
  readonly problem: string
  readonly hint: string
}

interface Limits {
  /** Amounts are multiples of it. */
  readonly step: number
  readonly min: number
  readonly max: number
}

const limitsOf: Readonly<Record<MoneyUse, (rules: CurrencyRules) => Limits>> = {
  charge: ({ chargeStep: step, chargeMin, chargeMax }) => ({
    step,
    min: chargeMin,
    max: chargeMax - (chargeMax % step),
  }),
  cap: ({ chargeMin, chargeMax }) => ({ step: 1, min: chargeMin, max: chargeMax }),
  internal: ({ chargeStep }) => ({ step: chargeStep, min: 0, max: Number.MAX_SAFE_INTEGER }),
  limit: () => ({ step: 1, min: 0, max: Number.MAX_SAFE_INTEGER }),
  payout: ({ decimals, payoutStep: step, chargeMax }) => ({
    step,
    min: 10 ** decimals,
    max: chargeMax - (chargeMax % step),
  }),
}

/** Checks an amount against the rules of its currency; the problem begins with `field`. */
export function checkAmount(field: string, sum: Sum, use: MoneyUse): MoneyProblem | undefined {
  const { currency } = sum
  const { step, min, max } = limitsOf[use](rulesOf(currency))
  const told = (amount: number) => formatMoney({ amount, currency })
  if (sum.amount < min) {
    return { problem: `${field} must be at least ${told(min)}.`, hint: `Send ${min} minor units or more.` }
  }
  if (sum.amount > max) {
    return { problem: `${field} must be at most ${told(max)}.`, hint: `Send ${max} minor units or less.` }
  }
  const rest = BigInt(sum.amount) % BigInt(step)
  if (rest === 0n) return undefined
  const below = BigInt(sum.amount) - rest
  const nearest = [below, below + BigInt(step)].filter((amount) => amount >= min && amount > 0n)
  return {
    problem: `${field} must be a multiple of ${told(step)}.`,
    hint: `Send ${nearest.join(' or ')} minor units.`,
  }
}

/** The least and the largest payout that a person may ask for, in minor units. */
export function payoutLimits(currency: string): { readonly min: number; readonly max: number } {
  const { min, max } = limitsOf.payout(rulesOf(currency))
  return { min, max }
}

/** The largest part of an amount that a bank can receive; the rest stays in the balance. */
export function payablePart(sum: { readonly amount: bigint; readonly currency: string }): bigint
export function payablePart(sum: { readonly amount: number; readonly currency: string }): number
export function payablePart({ amount, currency }: Sum): bigint | number {
  const { payoutStep } = rulesOf(currency)
  return typeof amount === 'bigint' ? amount - (amount % BigInt(payoutStep)) : amount - (amount % payoutStep)
}
