import { formatMoney as formatWithCode, minorUnits, type Locale, type Money } from 'souk-contract'
import { locale as pageLocale } from '../../messages/locale.ts'
import { numberFormatter } from './formatters.ts'

/** `$1,850.00`, `1.850,00 $`: the digits of the contract with the symbol of the currency instead of its code. */
export function formatMoney(money: Money, locale: Locale = pageLocale): string {
  const text = formatWithCode(money).replace(`${money.currency} `, symbolOf(money.currency))
  return locale === 'en' ? text : formatIn(locale, money)
}

/** `$50`, but `$12.50`: without decimals that are zero, for labels of buttons. */
export function formatShortMoney(money: Money, locale: Locale = pageLocale): string {
  const text = formatMoney(money, locale)
  const zeros = String(minorUnits(1, money.currency)).slice(1)
  return zeros === '' ? text : text.replace(new RegExp(`[.,]${zeros}(?!\\d)`), '')
}

/** A symbol of letters, such as CHF, is separated from the digits by a no-break space. */
export function symbolOf(currency: string): string {
  const parts = numberFormatter('en-US', { style: 'currency', currency }).formatToParts(0)
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency
  return /\p{L}$/u.test(symbol) ? `${symbol}\u00A0` : symbol
}

/** The contract decides the number of decimals; `Intl` places separators and the symbol. */
function formatIn(locale: Locale, money: Money): string {
  const decimal = formatWithCode(money)
    .replace(`${money.currency} `, '')
    .replaceAll(',', '')
    .replace('−', '-')
  const decimals = decimal.split('.')[1]?.length ?? 0
  return numberFormatter(locale, {
    style: 'currency',
    currency: money.currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
    .format(Number(decimal))
    .replace('-', '−')
}
