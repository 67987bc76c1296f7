import type { Contract } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import { fail } from '../../../failure.ts'
import type { Operation } from '../../../operation.ts'
import { lockUser } from '../queries.ts'
import { deletionBlockersOf } from './blockers.ts'
import { setDeletionDue } from './queries.ts'

export const restoreMe: Operation<Contract['users']['restoreMe']> = async (tx, caller) => {
  const { deletion_due_at: dueAt } = await lockUser(tx, caller.userId)
  if (dueAt === null) fail('conflict', 'No deletion is scheduled for this account.', 'No action is needed.')
  await setDeletionDue(tx, caller.userId, null)
  await record(tx, caller, { action: 'user.deletion-canceled', target: caller.userId })
  return { deletesAt: null, blockers: await deletionBlockersOf(tx, caller.userId) }
}
