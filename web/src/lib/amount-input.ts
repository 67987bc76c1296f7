import { checkAmount, minorUnits, parseMoney, rulesOf, formatAmount, type MoneyUse } from 'souk-contract'

/** Minor units of a typed amount; undefined when it is invalid. */
export function parseAmount(text: string, currency: string): number | undefined {
  const parsed = parseMoney(text, { field: '', currency })
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
  const parsed = parseMoney(text, { field, currency })
  if ('problem' in parsed) return `${parsed.problem} ${parsed.hint}`
  return checkAmount(field, { ...parsed, currency }, use)?.problem
}

/** Preset amount of a form: `units`, or the minimum charge of the currency if that is more. */
export function defaultCharge(units: number, currency: string): string {
  const amount = Math.max(minorUnits(units, currency), rulesOf(currency).chargeMin)
  return formatAmount({ amount, currency })
}
