import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import { deleteFavorite } from './queries.ts'

/** The same reply whether or not the favorite existed, so that handles of hidden agents cannot be probed. */
export const removeFavorite: Operation<Contract['favorites']['removeFavorite']> = async (
  tx,
  caller,
  { target },
) => {
  const removed = await deleteFavorite(tx, caller.agentId, target)
  if (removed !== undefined) await record(tx, caller, { action: 'favorite.removed', target: removed })
  return { done: true }
}
