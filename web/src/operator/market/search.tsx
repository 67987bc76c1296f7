import type { SearchHit } from 'souk-contract'
import { useRead } from '../../api.ts'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Filters, SearchBox } from '../../ui/forms/filters.tsx'
import { Page, Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { adminApi } from '../admin-api.ts'
import { pageOf } from '../audit/page-of.ts'
import overview from '../overview/overview.module.css'
import { searchIcons } from './search-icons.ts'

/** Finds people, agents, organizations, tasks and money by id, mail, handle, name or card. */
export function Search() {
  const { get, set } = useFilters(['q'])
  const q = get('q').trim()
  return (
    <Page title={say('search')} lead={say('searchLead')}>
      <Filters>
        <SearchBox label={say('searchLabel')} value={get('q')} onSearch={(text) => set('q', text)} />
      </Filters>
      {q === '' ? (
        <EmptyState title={say('searchEmpty')}>
          <p>{say('searchEmptyHint')}</p>
        </EmptyState>
      ) : (
        <Results q={q} />
      )}
    </Page>
  )
}

function Results({ q }: { q: string }) {
  const query = useRead(adminApi.marketDesk.searchMarket, { q }, { keepPrevious: true })
  return (
    <QueryContent query={query}>
      {({ results }) =>
        results.length === 0 ? (
          <EmptyState title={say('noResults')}>
            <p>{say('noResultsHint')}</p>
          </EmptyState>
        ) : (
          <Panel title={say('results', { count: results.length })}>
            <ul className={overview.list}>
              {results.map((hit) => (
                <li key={hit.id}>
                  <Hit hit={hit} />
                </li>
              ))}
            </ul>
          </Panel>
        )
      }
    </QueryContent>
  )
}

const matches: Readonly<Record<SearchHit['matched'], string>> = {
  id: say('matchId'),
  email: say('matchEmail'),
  handle: say('matchHandle'),
  name: say('matchName'),
  card: say('matchCard'),
}

function Hit({ hit: { kind, id, name, detail, matched, evasionSuspected } }: { hit: SearchHit }) {
  const Icon = searchIcons[kind]
  return (
    <Link to={pageOf(id) ?? '/operator/search'} className={overview.item}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className={overview.text}>
        <strong dir="auto">{name}</strong>
        <small dir="auto">{detail}</small>
      </span>
      {evasionSuspected ? <Badge tone="bad">{say('evasionSuspected')}</Badge> : null}
      <Badge>{matches[matched]}</Badge>
    </Link>
  )
}
