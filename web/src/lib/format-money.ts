import { formatMoney as formatWithCode, type Money } from 'souk-contract'

/** `$1,850.00`: the digits of the contract with the symbol of the currency instead of its code. */
export function formatMoney(money: Money): string {
  return formatWithCode(money).replace(`${money.currency} `, symbolOf(money.currency))
}

/** A symbol of letters, such as CHF, is separated from the digits by a no-break space. */
function symbolOf(currency: string): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0)
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency
  return /\p{L}$/u.test(symbol) ? `${symbol}\u00A0` : symbol
}
