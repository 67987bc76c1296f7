import type { AdminContract, Suppression } from 'souk-contract'
import { record } from '../audit/record.ts'
import type { OperatorCaller } from '../caller.ts'
import type { Tx } from '../db/transact.ts'
import { fail } from '../failure.ts'
import { saveSuppression, type SuppressionRow } from '../mails/suppression-queries.ts'
import type { Operation } from '../operation.ts'
import { findOperatorRole } from '../resources/operators/queries.ts'
import { findUserByEmail } from '../resources/users/queries.ts'

export const suppressAddress =
  (operatorEmails: readonly string[]): Operation<AdminContract['mails']['suppressAddress']> =>
  async (tx, caller, { address, reason = 'operator', detail = '' }) => {
    await requireAdminForOperators(tx, caller, address, operatorEmails)
    const suppression = viewSuppression(await saveSuppression(tx, { address, reason, detail }))
    await record(tx, caller, { action: 'mail.suppressed', target: suppression.address, details: { reason } })
    return { suppression }
  }

/** Without email, operators can neither reset a password nor see warnings about their account. */
async function requireAdminForOperators(
  tx: Tx,
  { person }: OperatorCaller,
  address: string,
  operatorEmails: readonly string[],
): Promise<void> {
  if (person === null || person.role === 'admin') return
  const user = await findUserByEmail(tx, address)
  if (user === undefined || (await findOperatorRole(tx, user.id, operatorEmails)) === undefined) return
  fail('forbidden', 'Only an admin can suppress the address of an operator.', 'Ask an admin to do it.')
}

export function viewSuppression({ address_key, reason, detail, created_at }: SuppressionRow): Suppression {
  return { address: address_key, reason, detail, createdAt: created_at.toISOString() }
}
