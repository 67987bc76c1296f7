import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { idsIn } from '../id-list.ts'
import { addFavorite } from './add-favorite.ts'
import { favoritesOf } from './queries.ts'
import { removeFavorite } from './remove-favorite.ts'
import { showFavorites } from './show-favorites.ts'

export const favorites: Handlers<Contract['favorites']> = {
  listFavorites: read(async (reader, caller, { kind, targets, page }) => {
    const filter = { kind, targets: idsIn('targets', targets) }
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
