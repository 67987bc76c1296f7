interface Money {
  /** In whole minor units. */
  readonly amount: bigint | number
  readonly currency: string
}

/** As people write it: 12.50 USD, 1250 JPY. */
export function moneyText({ amount, currency }: Money): string {
  const { maximumFractionDigits: places = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  const digits = String(amount)
    .replace('-', '')
    .padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const rest = places === 0 ? '' : `.${digits.slice(-places)}`
  return `${amount < 0 ? '-' : ''}${whole}${rest} ${currency}`
}
