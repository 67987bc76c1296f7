import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notifyGranted } from '../../authority/notify-granted.ts'
import { fail, found } from '../../failure.ts'
import { after, day } from '../../lib/clock.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { operatorOf } from '../moderation/access.ts'
import { agentIdsOf } from '../organizations/assignment-queries.ts'
import { changeRole, findRole, insertMember, membersOf } from '../organizations/member-queries.ts'
import { lockOrganization } from '../organizations/queries.ts'
import { findUser } from '../users/queries.ts'
import { hasActiveOwner } from './queries.ts'

/** An owner who has signed in within this time can hand over the organization on their own. */
const absentMs = 30 * day

/** Gives an organization a new owner after its owners are gone: deleted, suspended or absent. */
export const appointOwner: Operation<AdminContract['marketDesk']['appointOwner']> = async (
  tx,
  caller,
  { organizationId, userId, reason },
) => {
  const { id } = found(await lockOrganization(tx, organizationId), 'organization')
  const user = found(isId('usr', userId) ? await findUser(tx, userId) : undefined, 'person')
  const membership = { organizationId: id, userId: user.id }
  const operatorId = operatorOf(caller)
  if (user.id === operatorId || (await findRole(tx, { ...membership, userId: operatorId })) !== null) {
    fail(
      'forbidden',
      'Operators cannot appoint themselves or an owner of an organization that they belong to.',
      'Ask another operator to do it.',
    )
  }
  if (await hasActiveOwner(tx, id, after(tx.now, -absentMs))) {
    fail('conflict', 'An owner of this organization is active.', 'Ask the owner to change the roles.')
  }
  if (user.standing !== 'good' || user.deleted_at !== null || user.email_verified_at === null) {
    fail(
      'unprocessable',
      'The person must be in good standing and have a verified address.',
      'Choose another person.',
    )
  }
  const before = await findRole(tx, membership)
  const members = await membersOf(tx, id, { limit: 1, after: null })
  if (before === null && members.length > 0) {
    fail('unprocessable', 'The person must be a member of this organization.', 'Choose one of its members.')
  }
  if (before === null) await insertMember(tx, membership, 'owner')
  else await changeRole(tx, membership, 'owner')
  for (const agentId of await agentIdsOf(tx, id)) {
    notifyGranted(tx, agentId, { what: 'role', id: user.id, grantedBy: operatorId })
  }
  await record(tx, caller, {
    action: 'owner.appointed',
    target: id,
    details: { user: user.id, before, reason },
  })
  return { done: true }
}
