import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { requireSavedSearch } from './access.ts'
import { createSavedSearch } from './create-saved-search.ts'
import { deleteSavedSearch } from './delete-saved-search.ts'
import { savedSearchesOf } from './queries.ts'
import { updateSavedSearch } from './update-saved-search.ts'
import { viewSavedSearch } from './view.ts'

export const savedSearches: Handlers<Contract['savedSearches']> = {
  createSavedSearch: write(createSavedSearch),
  listSavedSearches: read(async (reader, { agentId }, { page }) =>
    pageOf(await savedSearchesOf(reader, agentId, page), page, viewSavedSearch, ({ id }) => [id]),
  ),
  getSavedSearch: read(async (reader, caller, { searchId }) => ({
    search: viewSavedSearch(await requireSavedSearch(reader, caller, searchId)),
  })),
  updateSavedSearch: write(updateSavedSearch),
  deleteSavedSearch: write(deleteSavedSearch),
}
