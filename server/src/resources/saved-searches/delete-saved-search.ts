import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import { lockOwnSavedSearch } from './access.ts'
import { deleteSavedSearchRow } from './queries.ts'

export const deleteSavedSearch: Operation<Contract['savedSearches']['deleteSavedSearch']> = async (
  tx,
  caller,
  { searchId },
) => {
  const { id } = await lockOwnSavedSearch(tx, caller, searchId)
  await deleteSavedSearchRow(tx, id)
  await record(tx, caller, { action: 'search.deleted', target: id })
  return { done: true }
}
