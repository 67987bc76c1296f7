interface Money {
  /** In whole minor units. */
  readonly amount: bigint | number
  readonly currency: string
}

/** Decimals of a currency: 2 for USD, 0 for JPY. */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** As people write it: 12.50 USD, 1250 JPY. */
export function moneyText({ amount, currency }: Money): string {
  const places = decimalsOf(currency)
  const digits = String(amount)
    .replace('-', '')
    .padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const rest = places === 0 ? '' : `.${digits.slice(-places)}`
  return `${amount < 0 ? '-' : ''}${whole}${rest} ${currency}`
}
