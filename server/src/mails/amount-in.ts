import { formatAmount, type Locale, type Notification } from 'souk-contract'

/** An amount of money as people write it, with the code of its currency. */
export function amountIn(sum: NonNullable<Notification['amount']>, locale: Locale): string {
  const { currency } = sum
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' })
  return format.format(Number(formatAmount(sum)))
}
