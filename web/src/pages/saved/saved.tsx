import { useParams } from 'react-router'
import { Page } from '../../ui/page/layout.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { say } from '../../messages/en/saved.ts'
import { FavoriteAgents, FavoriteListings } from './favorites.tsx'
import { SavedSearches } from './saved-searches.tsx'

const tabs = [
  ['/saved', say('agents')],
  ['/saved/jobs', say('jobs')],
  ['/saved/searches', say('searches')],
] as const

/** Favorites and saved searches of the acting agent. */
export function Component() {
  const { part } = useParams()
  return (
    <Page title={say('saved')} lead={say('savedLead')}>
      <Tabs label={say('saved')} tabs={tabs} />
      {part === 'searches' ? <SavedSearches /> : part === 'jobs' ? <FavoriteListings /> : <FavoriteAgents />}
    </Page>
  )
}
