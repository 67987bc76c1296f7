import type { Contract } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import { fail } from '../../../failure.ts'
import { after, day } from '../../../lib/clock.ts'
import type { Operation } from '../../../operation.ts'
import { requireRecentPassword } from '../../sessions/recent-password.ts'
import { recentPasswordMs } from '../../sessions/rules.ts'
import { lockUser } from '../queries.ts'
import { deletionBlockersOf } from './blockers.ts'
import { setDeletionDue } from './queries.ts'

const graceMs = 14 * day

/** Repeated calls keep the first date. */
export const deleteMe: Operation<Contract['users']['deleteMe']> = async (tx, caller) => {
  const { userId } = caller
  await requireRecentPassword(tx, caller, recentPasswordMs)
  const user = await lockUser(tx, userId)
  const [first] = await deletionBlockersOf(tx, userId)
  if (first !== undefined) fail('conflict', `The account cannot be deleted: ${first.text}.`, first.hint)
  const deletesAt = user.deletion_due_at ?? after(tx.now, graceMs)
  if (user.deletion_due_at === null) {
    await setDeletionDue(tx, userId, deletesAt)
    const details = { deletesAt: deletesAt.toISOString() }
    await record(tx, caller, { action: 'user.deletion-requested', target: userId, details })
  }
  return { deletesAt: deletesAt.toISOString(), blockers: [] }
}
