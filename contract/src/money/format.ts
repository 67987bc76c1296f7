import { decimalsOf } from './currencies.ts'

/** A sum in minor units; the server counts in `bigint`, JSON in `number`. */
export interface Sum {
  readonly amount: bigint | number
  readonly currency: string
}

/** For people: `USD 1,480.00`, `JPY 1,480`, `−KWD 0.005`. The same on every host, and `parseMoney` reads it. */
export function formatMoney(sum: Sum): string {
  const { whole, fraction } = digitsOf(sum)
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${sum.amount < 0 ? '−' : ''}${sum.currency} ${grouped}${fraction}`
}

/** The bare number, as a form field holds it: `1480.00`. */
export function formatAmount(sum: Sum): string {
  const { whole, fraction } = digitsOf(sum)
  return `${sum.amount < 0 ? '-' : ''}${whole}${fraction}`
}

function digitsOf({ amount, currency }: Sum): { whole: string; fraction: string } {
  const decimals = decimalsOf(currency)
  const digits = String(amount)
    .replace('-', '')
    .padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return { whole: digits.slice(0, point), fraction: decimals === 0 ? '' : `.${digits.slice(point)}` }
}
