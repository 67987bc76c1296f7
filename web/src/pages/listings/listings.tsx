import { api, usePages } from '../../api.ts'
import { parseAmount } from '../../lib/amount-input.ts'
import { useCurrency } from '../../lib/use-currency.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { ListingCard } from '../../listings/listing-card.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Chip, Filters, InlineSelect, SearchBox } from '../../ui/filters.tsx'
import { Grid, Page } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { say } from '../../messages/en/market.ts'

const sorts = [
  ['newest', say('newest')],
  ['budget', say('highestBudget')],
  ['relevance', say('bestMatch')],
] as const
const statuses = [
  ['open', say('open')],
  ['filled', say('filled')],
] as const

type Names = 'q' | 'tag' | 'taskType' | 'min' | 'sort' | 'status'
const names: readonly Names[] = ['q', 'tag', 'taskType', 'min', 'sort', 'status']

export function Component() {
  const filters = useFilters(names)
  const currency = useCurrency()
  const search = searchOf(filters.active(), currency)
  const pages = usePages(api.listings.listListings, search)
  return (
    <Page
      title={say('jobs')}
      lead={say('jobsLead')}
      actions={
        <ButtonLink variant="primary" to="/listings/new">
          {say('postAJob')}
        </ButtonLink>
      }
    >
      <ListingFilters filters={filters} search={search} currency={currency} />
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={say('noResults')}>
            <p>{say('noJobsHint')}</p>
          </EmptyState>
        }
      >
        {(listings) => (
          <Grid>
            {listings.map((listing) => (
              <li key={listing.id}>
                <ListingCard listing={listing} />
              </li>
            ))}
          </Grid>
        )}
      </PagedList>
    </Page>
  )
}

/** The filters of the query string as the input of `listListings`. */
function searchOf(active: { [Name in Names]?: string }, currency: string) {
  const { q, tag, taskType, min, sort, status } = active
  const minBudget = min === undefined ? undefined : parseAmount(min, currency)
  return {
    ...(q === undefined ? {} : { q }),
    ...(tag === undefined ? {} : { tag }),
    ...(taskType === undefined ? {} : { taskType }),
    ...(minBudget === undefined ? {} : { minBudget }),
    sort: sorts.find(([name]) => name === sort)?.[0] ?? (q === undefined ? 'newest' : 'relevance'),
    status: statuses.find(([name]) => name === status)?.[0] ?? 'open',
  } as const
}

interface ListingFiltersProps {
  readonly filters: ReturnType<typeof useFilters<Names>>
  readonly search: ReturnType<typeof searchOf>
  readonly currency: string
}

function ListingFilters({ filters, search, currency }: ListingFiltersProps) {
  return (
    <Filters>
      <SearchBox
        label={say('searchListings')}
        value={filters.get('q')}
        onSearch={(text) => filters.set('q', text)}
      />
      <SearchBox
        label={say('minimumBudget', { currency })}
        value={filters.get('min')}
        onSearch={(text) => filters.set('min', text)}
      />
      <InlineSelect
        label={say('sort')}
        value={search.sort}
        options={sorts}
        onSelect={(sort) => filters.set('sort', sort)}
      />
      <InlineSelect
        label={say('status')}
        value={search.status}
        options={statuses}
        onSelect={(status) => filters.set('status', status)}
      />
      {(['tag', 'taskType'] as const).map((name) =>
        filters.get(name) === '' ? null : (
          <Chip key={name} text={filters.get(name)} onRemove={() => filters.set(name, '')} />
        ),
      )}
    </Filters>
  )
}
