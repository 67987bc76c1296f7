import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { authorityTopic } from '../../authority/topics.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { enqueueMail } from '../../mails/enqueue-mail.ts'
import type { Operation } from '../../operation.ts'
import { deleteOperator, findOperator, lockRoles, updateRole, type OperatorRow } from './queries.ts'
import { viewOperator } from './view.ts'

export const changeOperator: Operation<AdminContract['operators']['changeOperator']> = async (
  tx,
  caller,
  { userId, role },
) => {
  const before = await lockOperator(tx, userId, role === 'admin')
  await updateRole(tx, before.user_id, role)
  tx.publish(authorityTopic.user(before.user_id))
  await record(tx, caller, {
    action: 'operator.changed',
    target: before.user_id,
    details: { before: before.role, after: role },
  })
  await enqueueMail(tx, { kind: 'operator-role', to: before.email, facts: { role } })
  return { operator: viewOperator({ ...before, role }) }
}

export const removeOperator: Operation<AdminContract['operators']['removeOperator']> = async (
  tx,
  caller,
  { userId },
) => {
  const before = await lockOperator(tx, userId, false)
  await deleteOperator(tx, before.user_id)
  tx.publish(authorityTopic.user(before.user_id))
  await record(tx, caller, {
    action: 'operator.removed',
    target: before.user_id,
    details: { before: before.role },
  })
  return { done: true }
}

/** Locks all roles. An admin can lose the role only while another stored admin remains. */
async function lockOperator(tx: Tx, userId: string, staysAdmin: boolean): Promise<OperatorRow> {
  const admins = await lockRoles(tx)
  const operator = found(isId('usr', userId) ? await findOperator(tx, userId) : undefined, 'operator')
  if (operator.role === 'admin' && !staysAdmin && admins === 1) {
    fail('conflict', 'The last admin must keep the role.', 'Make another operator an admin first.')
  }
  return operator
}
