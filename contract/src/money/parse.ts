import { decimalsOf, minorUnits } from './currencies.ts'
import { formatAmount, formatMoney } from './format.ts'
import type { MoneyProblem } from './rules.ts'

export interface ParseMoneyOptions {
  /** Field name for the problem, such as `price` or `--price`. */
  readonly field: string
  readonly currency: string
  /** Requires all decimals, so that 2500 minor units cannot be mistaken for 2500.00. */
  readonly exact?: boolean
}

/**
 * Parses an amount typed by a person into minor units: `1250.5`, `1,250`, `$1,250.00`, `USD 12`, `12 USD`. A point
 * separates decimals and a comma groups thousands; anything ambiguous is refused. Uses no floating point.
 */
export function parseMoney(
  text: string,
  { field, currency, exact = false }: ParseMoneyOptions,
): { readonly amount: number } | MoneyProblem {
  const decimals = decimalsOf(currency)
  const sample = `Write it as ${formatAmount({ amount: minorUnits(110, currency), currency })}.`
  const refuse = (rule: string, hint = sample) => ({ problem: `${field} ${rule}`, hint })

  const typed = text.trim()
  const [, before, number, after] = (typed.length <= lengthMax && amountPattern.exec(typed)) || []
  const marker = before ?? after
  if (number === undefined || (before !== undefined && after !== undefined)) {
    return refuse(`must be an amount of ${currency}, not "${typed.slice(0, lengthMax)}".`)
  }
  if (marker !== undefined && !denotes(marker, currency))
    return refuse(`must be in ${currency}, not ${marker}.`)
  if (hasCommaForPoint(number, decimals)) {
    return refuse(`is ambiguous: "${typed}" may have a decimal comma.`, `Use a decimal point. ${sample}`)
  }
  const [, major, , fraction = ''] = digitsPattern.exec(number) ?? []
  if (major === undefined) return refuse(`must be an amount of ${currency}, not "${typed}".`)
  if (fraction.length > decimals) {
    return refuse(
      `has ${fraction.length} ${fraction.length === 1 ? 'decimal' : 'decimals'}, but ${currency} has ${decimals === 0 ? 'none' : decimals}.`,
    )
  }
  const amount = Number(major.replaceAll(/\D/g, '') + fraction.padEnd(decimals, '0'))
  if (!Number.isSafeInteger(amount)) return refuse('is too large.', 'Write a smaller amount.')
  if (exact && fraction.length < decimals) {
    return refuse(
      `is ambiguous: "${typed}" does not have ${decimals} decimals.`,
      `Write ${formatMoney({ amount, currency })} if you mean that.`,
    )
  }
  return { amount }
}

/** Long enough for every safe integer with grouping and currency. */
const lengthMax = 40

const amountPattern = /^(\p{Sc}|[A-Za-z]{3})?\s*(\d(?:[\d.,'’\s]*\d)?)\s*(\p{Sc}|[A-Za-z]{3})?$/u
const digitsPattern = /^(\d{1,16}|[1-9]\d{0,2}(?:([,'’\s])\d{3})(?:\2\d{3})*)(?:\.(\d+))?$/

/** Whether a comma may be meant as a decimal point: `12,50`, `0,125`, and `1,250` in currencies with three decimals. */
function hasCommaForPoint(number: string, decimals: number): boolean {
  const [, whole = '', fraction = ''] = /^(\d+),(\d+)$/.exec(number) ?? []
  if (fraction === '') return false
  return fraction.length !== 3 || decimals === 3 || whole.startsWith('0') || whole.length > 3
}

/** Currencies by symbol. A shared symbol means the currency of the marketplace. */
const symbols: Readonly<Record<string, string>> = {
  $: 'ARS AUD AWG BBD BMD BND BSD BZD CAD CLP COP CVE DOP FJD GYD HKD JMD KYD LRD MOP MXN NAD NIO NZD SBD SGD SRD TOP TTD TWD USD UYU WST XCD',
  '£': 'EGP FKP GBP GIP LBP SHP',
  '¥': 'CNY JPY',
  '€': 'EUR',
  '₦': 'NGN',
  '₩': 'KRW',
  '₪': 'ILS',
  '₫': 'VND',
  '₮': 'MNT',
  '₱': 'PHP',
  '₲': 'PYG',
  '₴': 'UAH',
  '₸': 'KZT',
  '₹': 'INR',
  '₺': 'TRY',
  '₽': 'RUB',
  '₾': 'GEL',
  '฿': 'THB',
  '៛': 'KHR',
}

function denotes(marker: string, currency: string): boolean {
  return marker.toUpperCase() === currency || (symbols[marker]?.split(' ').includes(currency) ?? false)
}
