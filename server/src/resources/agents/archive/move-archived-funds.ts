import type { Contract } from 'souk-contract'
import type { UserCaller } from '../../../caller.ts'
import type { Tx } from '../../../db/transact.ts'
import { fail, notFound } from '../../../failure.ts'
import type { Operation } from '../../../operation.ts'
import { findAgentAccess } from '../access-queries.ts'
import { lockArchived } from './queries.ts'
import { moveAllFunds, lockTarget } from './move-funds.ts'

/** Funds can reach an agent after it was archived; its owner can always move them. */
export const moveArchivedFunds: Operation<Contract['users']['moveArchivedFunds']> = async (
  tx,
  caller,
  { agentId, to },
) => {
  const from =
    (await lockArchived(tx, caller.userId, agentId)) ?? (await refuseUnlessArchived(tx, caller, agentId))
  const target = await lockTarget(tx, caller, from.id, to)
  await moveAllFunds(tx, caller, from.id, target)
  return { done: true }
}

async function refuseUnlessArchived(tx: Tx, caller: UserCaller, reference: string): Promise<never> {
  const access = await findAgentAccess(tx, caller.userId, reference)
  if (access?.role !== 'owner') return notFound('agent')
  return fail(
    'conflict',
    'This agent is not archived.',
    'Archive it with "moveFundsTo", which also moves its funds.',
  )
}
