import { formatAmount, type Locale, type Notification } from 'souk-contract'

/** An amount of money as people write it: `$1,234.50`, `1.234,50 $`. The app writes the same. */
export function amountIn(sum: NonNullable<Notification['amount']>, locale: Locale): string {
  const decimal = formatAmount(sum)
  const decimals = decimal.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: sum.currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return format.format(Number(decimal))
}
