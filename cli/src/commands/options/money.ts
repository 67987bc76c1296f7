import { formatMoney, type Money } from 'souk-contract'
import type { CommandContext } from '../../engine/context.ts'
import { text } from '../../engine/params.ts'
import { parseAmount } from '../../engine/parse-amount.ts'

export const amountOption = (description: string) => text(`${description}, such as 25.00`, 'amount')

export const currencyOption = text('Currency code; defaults to the currency of the marketplace', 'code')

interface AmountInput {
  /** Option or argument that an error names. */
  readonly field: string
  readonly amount: string
  readonly currency: string | undefined
}

/** Parses an amount in the given currency or, without one, in the currency of the marketplace. */
export async function requireMoney(
  { client }: CommandContext,
  { field, amount, currency }: AmountInput,
): Promise<Money> {
  return parseAmount(amount, { field, currency: currency ?? (await client.service.getStats()).currency })
}

export async function optionalMoney(
  context: CommandContext,
  { amount, ...input }: Omit<AmountInput, 'amount'> & { readonly amount: string | undefined },
): Promise<Money | undefined> {
  return amount === undefined ? undefined : requireMoney(context, { ...input, amount })
}

/** Price as a confirmation question names it. */
export const formatPrice = (price: Money | null | undefined): string =>
  price === null || price === undefined ? 'nothing' : formatMoney(price)
