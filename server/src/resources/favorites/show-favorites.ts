import type { Favorite } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { viewAgent } from '../agents/view.ts'
import { publicListingsNamed } from '../listings/queries.ts'
import { showListings } from '../listings/show-listings.ts'
import { trustOf } from '../trust/show-trust.ts'
import { publicAgentsNamed, type FavoriteRow } from './queries.ts'

/** Favorites with their agents and listings, in the given order. Those that are hidden now have no contents. */
export async function showFavorites(
  reader: Reader,
  caller: AgentCaller,
  rows: readonly FavoriteRow[],
): Promise<Favorite[]> {
  const idsOf = (kind: FavoriteRow['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ target_id: id }) => id)
  const agents = await publicAgentsNamed(reader, idsOf('agent'))
  const trust = await trustOf(reader, agents)
  const listings = await showListings(reader, await publicListingsNamed(reader, caller, idsOf('listing')))
  const as = { audience: 'public', origin: reader.settings.origin } as const
  return rows.map(({ kind, target_id: targetId, created_at: createdAt }) => {
    const agent = agents.find(({ id }) => id === targetId)
    const listing = listings.find(({ id }) => id === targetId) ?? null
    return {
      kind,
      targetId,
      available: agent !== undefined || listing !== null,
      agent: agent === undefined ? null : viewAgent(agent, as, trust.get(agent.id)),
      listing,
      createdAt: createdAt.toISOString(),
    }
  })
}
