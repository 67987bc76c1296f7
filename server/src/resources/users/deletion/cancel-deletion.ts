import type { AdminContract } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import { fail, notFound } from '../../../failure.ts'
import { isId } from '../../../lib/ids.ts'
import type { Operation } from '../../../operation.ts'
import { findUser, lockUser } from '../queries.ts'
import { setDeletionDue } from './queries.ts'

export const cancelDeletion: Operation<AdminContract['marketDesk']['cancelDeletion']> = async (
  tx,
  caller,
  { userId, reason },
) => {
  if (!isId('usr', userId) || (await findUser(tx, userId)) === undefined) return notFound('person')
  const { deletion_due_at: dueAt } = await lockUser(tx, userId)
  if (dueAt === null) fail('conflict', 'No deletion is scheduled for this account.', 'No action is needed.')
  await setDeletionDue(tx, userId, null)
  await record(tx, caller, { action: 'user.deletion-canceled', target: userId, details: { reason } })
  return { done: true }
}
