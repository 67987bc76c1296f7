import type { Contract } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import { fail, notFound } from '../../../failure.ts'
import { isId } from '../../../lib/ids.ts'
import type { Operation } from '../../../operation.ts'
import { requireManagedAgent } from '../access.ts'
import { findAgentAccess } from '../access-queries.ts'
import { endLink } from './end-link.ts'

/** Only removes links: the owner cannot be removed, and members are managed by their organization. */
export const removeAgentPerson: Operation<Contract['agents']['removeAgentPerson']> = async (
  tx,
  caller,
  { agentId: reference, userId },
) => {
  const agentId = await requireManagedAgent(tx, caller, reference)
  const access = isId('usr', userId) ? await findAgentAccess(tx, userId, agentId) : undefined
  if (access === undefined || !isId('usr', userId)) return notFound('person')
  if (!(await endLink(tx, { agentId, userId, by: caller.userId }))) {
    return access.role === 'owner'
      ? fail('conflict', 'The owner of an agent cannot be removed.', 'Archive the agent instead.')
      : fail(
          'conflict',
          'Access through an organization cannot be removed here.',
          'Remove the member from the organization, or unassign the agent.',
        )
  }
  await record(tx, caller, { action: 'agent.person-removed', target: agentId, details: { user: userId } })
  return { done: true }
}
