import { checkAmount, type MoneyUse, type Sum } from 'souk-contract'
import { fail } from '../../failure.ts'

/** Checks an amount against the rules of its currency before it reaches the processor. */
export function requireAmount(field: string, sum: Sum, use: MoneyUse): void {
  const refused = checkAmount(`"${field}"`, sum, use)
  if (refused !== undefined) fail('unprocessable', refused.problem, refused.hint)
}
