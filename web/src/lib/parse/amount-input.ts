/** Amounts that people type, in the notation of their language. */
import {
  checkAmount,
  formatAmount,
  minorUnits,
  parseMoney,
  rulesOf,
  type Locale,
  type Money,
  type MoneyUse,
} from 'souk-contract'
import { say } from '../../messages/en/ui.ts'
import { locale as pageLocale } from '../../messages/locale.ts'
import { formatMoney } from '../format/format-money.ts'

/** Minor units of a typed amount; undefined when it is invalid. */
export function parseAmount(text: string, currency: string, locale: Locale = pageLocale): number | undefined {
  const parsed = parseMoney(withPoint(text, locale), { field: '', currency })
  return 'amount' in parsed ? parsed.amount : undefined
}

interface AmountField {
  /** Subject of the message, such as `The price`. */
  readonly field: string
  readonly currency: string
  readonly use: MoneyUse
}

/** Validation message for a typed amount. */
export function amountError(text: string, { field, currency, use }: AmountField): string | undefined {
  const amount = parseAmount(text, currency)
  if (amount === undefined)
    return say('amountInvalid', {
      field,
      sample: amountText({ amount: minorUnits(110, currency), currency }),
    })
  const limit = checkAmount(field, { amount, currency }, use)?.limit
  return limit === undefined
    ? undefined
    : say(messages[limit.rule], { field, amount: formatMoney({ amount: limit.amount, currency }) })
}

const messages = { min: 'amountMin', max: 'amountMax', step: 'amountStep' } as const

/** Value of a form field: `1480.00`, in German `1480,00`. */
export function amountText(money: Money, locale: Locale = pageLocale): string {
  const text = formatAmount(money)
  return hasDecimalComma[locale] ? text.replace('.', ',') : text
}

/** Preset amount of a form: `units`, or the minimum charge of the currency if that is more. */
export function defaultCharge(units: number, currency: string): string {
  const amount = Math.max(minorUnits(units, currency), rulesOf(currency).chargeMin)
  return amountText({ amount, currency })
}

const hasDecimalComma: Readonly<Record<Locale, boolean>> = { en: false, de: true }

/**
 * Rewrites `1.234,50` as `1,234.50`. Keypads have a point, so `12.5` and `12.50` keep theirs: as a separator of thousands it
 * would be followed by three digits.
 */
function withPoint(text: string, locale: Locale): string {
  if (!hasDecimalComma[locale] || /^[^.,]*\.\d{1,2}(?!\d)[^.,]*$/.test(text)) return text
  const [whole = '', ...fractions] = text.split(',')
  // Without a separator of thousands, no comma is left that could be taken for one.
  return [whole.replaceAll('.', ','), ...fractions].join('.')
}
