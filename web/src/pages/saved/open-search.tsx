import { Navigate, useParams } from 'react-router'
import type { SavedSearch } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { scopedPath } from '../../paths.ts'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { resultsPath } from '../market/criteria.ts'

/** Opens the results of a saved search; notifications and mail link here. */
export function Component() {
  const { searchId = '' } = useParams()
  const query = useRead(api.savedSearches.getSavedSearch, { searchId })
  return <QueryPage query={query}>{({ search }) => <Results search={search} />}</QueryPage>
}

/** Amounts need the currency of the marketplace. */
function Results({ search }: { search: SavedSearch }) {
  const { base } = useScope()
  const { data } = useRead(api.service.getStats, {})
  if (data === undefined) return null
  return <Navigate replace to={scopedPath(base, resultsPath(search, data.currency))} />
}
