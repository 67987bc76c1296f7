import type { Tx } from '../../db/transact.ts'
import { fail, found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { findOperator, lockRoles, type OperatorRow } from './queries.ts'

/** Locks all roles. An admin can lose the role only while another stored admin remains. */
export async function lockOperator(tx: Tx, userId: string, staysAdmin: boolean): Promise<OperatorRow> {
  const admins = await lockRoles(tx)
  const operator = found(isId('usr', userId) ? await findOperator(tx, userId) : undefined, 'operator')
  if (operator.role === 'admin' && !staysAdmin && admins === 1) {
    fail('conflict', 'The last admin must keep the role.', 'Make another operator an admin first.')
  }
  return operator
}
