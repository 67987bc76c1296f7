/** Money as people write it, and as the service counts it: in whole minor units, never through floating point. */
import { Refused } from './refused.ts'

export interface Money {
  readonly amount: number
  readonly currency: string
}

/** ISO 4217 gives most currencies two decimals; these have another number. */
const decimals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
}

export function decimalsOf(currency: string): number {
  return decimals[currency] ?? 2
}

/** `110`, `110.00` or `110.00 USD`; a currency that is written must be the expected one. */
export function parseMoney(given: string, currency: string): Money {
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new Refused('usage', `"${currency}" is not a currency.`, 'Write its three letters, such as USD.')
  }
  const places = decimalsOf(currency)
  const [, whole, fraction = '', written = currency] = amountPattern.exec(given) ?? []
  const amount = Number(`${whole}${fraction.padEnd(places, '0')}`)
  if (whole === undefined || fraction.length > places || !Number.isSafeInteger(amount)) {
    throw new Refused(
      'usage',
      `"${given}" is not an amount of ${currency}.`,
      `Write it as ${sampleOf(currency)}.`,
    )
  }
  if (written !== currency) {
    throw new Refused('usage', `"${given}" is not in ${currency}.`, `Write it as ${sampleOf(currency)}.`)
  }
  return { amount, currency }
}

const amountPattern = /^(\d{1,15})(?:\.(\d+))?(?: ?([A-Z]{3}))?$/

function sampleOf(currency: string): string {
  const places = decimalsOf(currency)
  return places === 0 ? '110' : `110.${'0'.repeat(places)}`
}

/** Where a mistake cannot be undone: with all decimals, so that 2500 minor units are never read as 2500.00. */
export function parseExactMoney(given: string, currency: string): Money {
  const money = parseMoney(given, currency)
  const places = decimalsOf(currency)
  const [, , fraction = ''] = amountPattern.exec(given) ?? []
  if (fraction.length === places) return money
  throw new Refused(
    'usage',
    `"${given}" is ambiguous: it has no ${places} decimals.`,
    `Write ${formatMoney(money)} if you mean that.`,
  )
}

/** `110.00 USD`, in a form that can be typed in again. */
export function formatMoney({ amount, currency }: Money): string {
  const places = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(places + 1, '0')
  const cut = digits.length - places
  const text = places === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`
  return `${amount < 0 ? '-' : ''}${text} ${currency}`
}
