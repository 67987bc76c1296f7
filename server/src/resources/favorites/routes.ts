import type { Contract } from 'souk-contract'
import { fail } from '../../failure.ts'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { addFavorite } from './add-favorite.ts'
import { favoritesOf } from './queries.ts'
import { removeFavorite } from './remove-favorite.ts'
import { showFavorites } from './show-favorites.ts'

const targetsMax = 100

export const favorites: Handlers<Contract['favorites']> = {
  listFavorites: read(async (reader, caller, { kind, targets, page }) => {
    const filter = { kind, targets: targets === undefined ? undefined : idsIn(targets) }
    const rows = await favoritesOf(reader, caller.agentId, { filter, page })
    const { items, next } = pageOf(
      rows,
      page,
      (row) => row,
      (row) => [row.created_at.toISOString(), row.target_id],
    )
    return { items: await showFavorites(reader, caller, items), next }
  }),
  addFavorite: write(addFavorite),
  removeFavorite: write(removeFavorite),
}

function idsIn(targets: string): string[] {
  const ids = targets
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
  if (ids.length > targetsMax)
    fail('bad-request', `"targets" must have at most ${targetsMax} ids.`, 'Remove some ids.')
  return ids
}
