import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import { requireName } from '../../lib/plain-text.ts'
import type { Operation } from '../../operation.ts'
import { claimHandle } from '../agents/claim-handle.ts'
import { lockUser } from '../users/queries.ts'
import { insertMember, ownedCountOf } from './member-queries.ts'
import { getOrganizationRow, insertOrganization } from './queries.ts'
import { ownedOrganizationsMax } from './rules.ts'
import { viewOrganization } from './view.ts'

export const createOrganization: Operation<Contract['organizations']['createOrganization']> = async (
  tx,
  caller,
  { handle, displayName, description = '', website = null },
) => {
  await lockUser(tx, caller.userId)
  requireName('displayName', displayName)
  if ((await ownedCountOf(tx, caller.userId)) >= ownedOrganizationsMax) {
    fail(
      'conflict',
      `A person can own at most ${ownedOrganizationsMax} organizations.`,
      'Delete an organization you no longer need, or transfer it.',
    )
  }
  const id = newId('org', tx.now)
  await claimHandle(tx, handle, id)
  await insertOrganization(tx, {
    id,
    handle,
    display_name: displayName,
    description,
    website,
    created_at: tx.now,
    updated_at: tx.now,
  })
  await insertMember(tx, { organizationId: id, userId: caller.userId }, 'owner')
  await record(tx, caller, { action: 'organization.created', target: id, details: { handle } })
  return { organization: viewOrganization(await getOrganizationRow(tx, caller, id)) }
}
