/** The only place where minor units become what people read, and the reverse. Never through floating point. */
export interface Money {
  readonly amount: number
  readonly currency: string
}

export function decimalsOf(currency: string): number {
  return formatter(currency).resolvedOptions().maximumFractionDigits ?? 2
}

export function showMoney(money: Money): string {
  const [whole = '', rest] = showAmount({ ...money, amount: Math.abs(money.amount) }).split('.')
  const sign = money.amount < 0 ? '−' : ''
  return `${sign}${money.currency} ${BigInt(whole).toLocaleString('en')}${rest === undefined ? '' : `.${rest}`}`
}

/** The bare number, as it stands in a field. */
export function showAmount({ amount, currency }: Money): string {
  const decimals = decimalsOf(currency)
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`
}

/** Minor units of what somebody typed; undefined when it is no amount. */
export function readMoney(text: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency)
  const [, whole = '', rest = ''] =
    /^(\d{1,12})(?:[.,](\d{0,4}))?$/.exec(text.trim().replaceAll(/[\s']/g, '')) ?? []
  if (whole === '' || rest.length > decimals) return undefined
  const amount = Number(whole + rest.padEnd(decimals, '0'))
  return Number.isSafeInteger(amount) ? amount : undefined
}

function formatter(currency: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency })
  } catch {
    return new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
  }
}
