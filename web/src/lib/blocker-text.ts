import { formatMoney as formatWithCode, type Money } from 'souk-contract'
import { formatMoney } from './format-money.ts'

/** Text of a blocker of an archive or a deletion, with its amount as the app writes it. */
export function blockerText({
  text,
  amount,
}: {
  readonly text: string
  readonly amount: Money | null
}): string {
  return amount === null ? text : text.replace(formatWithCode(amount), formatMoney(amount))
}
