import { checkAmount, minorUnits, parseMoney, rulesOf, formatAmount, type MoneyUse } from 'souk-contract'

/** Minor units of a typed amount; undefined when it is not an amount. */
export function readMoney(text: string, currency: string): number | undefined {
  const parsed = parseMoney(text, { field: '', currency })
  return 'amount' in parsed ? parsed.amount : undefined
}

interface MoneyField {
  /** As the sentence begins, such as `The price`. */
  readonly field: string
  readonly currency: string
  readonly use: MoneyUse
}

/** Why a typed amount is refused, for the line under the field. */
export function moneyFault(text: string, { field, currency, use }: MoneyField): string | undefined {
  const parsed = parseMoney(text, { field, currency })
  if ('problem' in parsed) return `${parsed.problem} ${parsed.hint}`
  return checkAmount(field, { ...parsed, currency }, use)?.problem
}

/** What a form proposes to charge: so many units, or the least charge where that is more. */
export function proposedCharge(units: number, currency: string): string {
  const amount = Math.max(minorUnits(units, currency), rulesOf(currency).chargeMin)
  return formatAmount({ amount, currency })
}
