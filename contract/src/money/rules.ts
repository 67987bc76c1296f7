import { rulesOf, type CurrencyRules } from './currencies.ts'
import { formatMoney, type Sum } from './format.ts'

/**
 * Use of an amount: a card charge (`charge`), a limit on card charges (`cap`), a movement inside the marketplace such as a
 * price or conversion (`internal`), a spending limit (`limit`), or a bank transfer (`payout`).
 */
export type MoneyUse = 'charge' | 'cap' | 'internal' | 'limit' | 'payout'

/** Why an amount is invalid, and what to send instead. */
export interface MoneyProblem {
  readonly problem: string
  readonly hint: string
  /** The limit that the amount breaks, for clients that write their own messages. */
  readonly limit?: { readonly rule: 'min' | 'max' | 'step'; readonly amount: number }
}

interface Limits {
  /** Amounts must be multiples of it. */
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

/** Validates an amount against the rules of its currency. The problem starts with `field`. */
export function checkAmount(field: string, sum: Sum, use: MoneyUse): MoneyProblem | undefined {
  const { currency } = sum
  const { step, min, max } = limitsOf[use](rulesOf(currency))
  const format = (amount: number) => formatMoney({ amount, currency })
  if (sum.amount < min) {
    return {
      problem: `${field} must be at least ${format(min)}.`,
      hint: `Send ${min} minor units or more.`,
      limit: { rule: 'min', amount: min },
    }
  }
  if (sum.amount > max) {
    return {
      problem: `${field} must be at most ${format(max)}.`,
      hint: `Send ${max} minor units or less.`,
      limit: { rule: 'max', amount: max },
    }
  }
  const rest = BigInt(sum.amount) % BigInt(step)
  if (rest === 0n) return undefined
  const below = BigInt(sum.amount) - rest
  const nearest = [below, below + BigInt(step)].filter((amount) => amount >= min && amount > 0n)
  return {
    problem: `${field} must be a multiple of ${format(step)}.`,
    hint: `Send ${nearest.join(' or ')} minor units.`,
    limit: { rule: 'step', amount: step },
  }
}

/** Smallest and largest payout, in minor units. */
export function payoutLimits(currency: string): { readonly min: number; readonly max: number } {
  const { min, max } = limitsOf.payout(rulesOf(currency))
  return { min, max }
}

/** Largest part of an amount that can be paid out; the rest stays in the balance. */
export function payablePart(sum: { readonly amount: bigint; readonly currency: string }): bigint
export function payablePart(sum: { readonly amount: number; readonly currency: string }): number
export function payablePart({ amount, currency }: Sum): bigint | number {
  const { payoutStep } = rulesOf(currency)
  return typeof amount === 'bigint' ? amount - (amount % BigInt(payoutStep)) : amount - (amount % payoutStep)
}
