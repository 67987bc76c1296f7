import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { findUser } from '../users/queries.ts'
import { lockStanding } from './access.ts'
import { insertMember } from './member-queries.ts'
import { requireRoleChange } from './rules.ts'
import { viewMember } from './view.ts'

export const addMember: Operation<Contract['organizations']['addMember']> = async (
  tx,
  caller,
  { id, userId, role },
) => {
  const standing = await lockStanding(tx, caller, id)
  requireRoleChange(standing.role, { from: null, to: role })
  const user = isId('usr', userId) ? await findUser(tx, userId) : undefined
  if (user === undefined) return notFound('user')
  const membership = { organizationId: standing.organization.id, userId: user.id }
  if (!(await insertMember(tx, membership, role))) {
    fail('conflict', 'This person already is a member.', 'Change the role of the member instead.')
  }
  await record(tx, caller, {
    action: 'member.added',
    target: membership.organizationId,
    details: { user: user.id, role },
  })
  return {
    member: viewMember({ user_id: user.id, display_name: user.display_name, role, created_at: tx.now }),
  }
}
