import { decimalsOf } from './currencies.ts'

/** An amount in minor units. The server uses `bigint`, JSON uses `number`. */
export interface Sum {
  readonly amount: bigint | number
  readonly currency: string
}

/** Formats for people: `USD 1,480.00`, `JPY 1,480`, `−KWD 0.005`. Locale-independent; `parseMoney` reads it back. */
export function formatMoney(sum: Sum): string {
  const { whole, fraction } = digitsOf(sum)
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${sum.amount < 0 ? '−' : ''}${sum.currency} ${grouped}${fraction}`
}

/** Formats without currency and grouping, as in a form field: `1480.00`. */
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
