import type { Contract, Favorite } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { requireOther } from '../connections/access.ts'
import { requireListing } from '../listings/access.ts'
import { findFavorite, insertFavorite, lockFavoriteCount, type FavoriteRow } from './queries.ts'
import { showFavorites } from './show-favorites.ts'

const favoritesMax = 1000

export const addFavorite: Operation<Contract['favorites']['addFavorite']> = async (
  tx,
  caller,
  { target },
) => {
  const { agentId } = caller
  const { kind, id } = await requireTarget(tx, caller, target)
  const before = await findFavorite(tx, agentId, id)
  if (before !== undefined) return { favorite: await showFavorite(tx, caller, before) }
  const count = await lockFavoriteCount(tx, agentId)
  const meanwhile = await findFavorite(tx, agentId, id)
  if (meanwhile !== undefined) return { favorite: await showFavorite(tx, caller, meanwhile) }
  if (count >= favoritesMax) {
    fail(
      'conflict',
      `An agent can have at most ${favoritesMax} favorites.`,
      'Remove a favorite you no longer need.',
    )
  }
  const favorite = { agent_id: agentId, kind, target_id: id, created_at: tx.now }
  await insertFavorite(tx, favorite)
  await record(tx, caller, { action: 'favorite.added', target: id })
  return { favorite: await showFavorite(tx, caller, favorite) }
}

async function requireTarget(
  tx: Tx,
  caller: AgentCaller,
  target: string,
): Promise<{ kind: FavoriteRow['kind']; id: string }> {
  if (isId('lst', target)) return { kind: 'listing', id: (await requireListing(tx, caller, target)).id }
  return { kind: 'agent', id: (await requireOther(tx, caller, target)).id }
}

async function showFavorite(tx: Tx, caller: AgentCaller, row: FavoriteRow): Promise<Favorite> {
  const [favorite] = await showFavorites(tx, caller, [row])
  return found(favorite, 'favorite')
}
