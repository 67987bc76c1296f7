import { rulesOf, type CurrencyRules } from './currencies.ts'
import { formatMoney, type Sum } from './format.ts'

/** Where an amount is used: money that comes in, a cap on it, a price of work, money that goes out to a bank. */
export type MoneyUse = 'charge' | 'cap' | 'price' | 'payout'

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
  price: ({ chargeStep }) => ({ step: chargeStep, min: 0, max: Number.MAX_SAFE_INTEGER }),
  payout: ({ decimals, payoutStep: step, chargeMax }) => ({
    step,
    min: 10 ** decimals,
    max: chargeMax - (chargeMax % step),
  }),
}

/** Checks an amount against the rules of its currency; `field` is named in the problem. */
export function checkAmount(field: string, sum: Sum, use: MoneyUse): MoneyProblem | undefined {
  const { step, min, max } = limitsOf[use](rulesOf(sum.currency))
  const told = (amount: bigint | number) =>
    `${formatMoney({ amount, currency: sum.currency })} (${amount} minor units)`
  if (sum.amount < min) {
    return { problem: `"${field}" must be at least ${told(min)}.`, hint: `Send ${min} or more.` }
  }
  if (sum.amount > max) {
    return { problem: `"${field}" must be at most ${told(max)}.`, hint: `Send ${max} or less.` }
  }
  const rest = BigInt(sum.amount) % BigInt(step)
  if (rest === 0n) return undefined
  const below = BigInt(sum.amount) - rest
  const nearest = [below, below + BigInt(step)].filter((amount) => amount >= min && amount > 0n)
  return {
    problem: `"${field}" must be a multiple of ${told(step)} in ${sum.currency}.`,
    hint: `Send ${nearest.join(' or ')}.`,
  }
}

/** The largest part of an amount that a bank can receive; the rest stays in the balance. */
export function payablePart({ amount, currency }: { amount: bigint; currency: string }): bigint {
  return amount - (amount % BigInt(rulesOf(currency).payoutStep))
}
