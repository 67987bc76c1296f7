import { checkAmount, type MoneyUse, type Sum } from 'souk-contract'
import { fail } from '../../failure.ts'

/** Refuses an amount that the rules of its currency forbid, before the processor does. */
export function requireAmount(field: string, sum: Sum, use: MoneyUse): void {
  const refused = checkAmount(`"${field}"`, sum, use)
  if (refused !== undefined) fail('unprocessable', refused.problem, refused.hint)
}
