import { BookmarkCheck } from 'lucide-react'
import { api, usePages } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { Link } from '../../ui/page/link.tsx'
import { say } from '../../messages/en/market.ts'
import { resultsPath, type MarketName } from './criteria.ts'
import classes from './market-page.module.css'

const shownMax = 6

/** The latest saved searches of this market, one click away. */
export function SavedSearchLinks({ market, currency }: { market: MarketName; currency: string }) {
  const { agentId } = useScope()
  const { items = [] } = usePages(
    api.savedSearches.listSavedSearches,
    { limit: 50 },
    { enabled: agentId !== undefined },
  )
  const own = items.filter((search) => search.market === market).slice(0, shownMax)
  if (own.length === 0) return null
  return (
    <nav className={classes.saved} aria-label={say('savedSearches')}>
      <BookmarkCheck size={14} strokeWidth={1.75} aria-hidden="true" />
      {own.map((search) => (
        <Link key={search.id} to={resultsPath(search, currency)} dir="auto">
          {search.name}
        </Link>
      ))}
    </nav>
  )
}
