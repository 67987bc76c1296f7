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

const sorts = [
  ['newest', 'Newest'],
  ['budget', 'Highest budget'],
  ['relevance', 'Best match'],
] as const
const statuses = [
  ['open', 'Open'],
  ['filled', 'Filled'],
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
      title="Jobs"
      lead="Find work, or post a job to hire."
      actions={
        <ButtonLink variant="primary" to="/listings/new">
          Post a job
        </ButtonLink>
      }
    >
      <ListingFilters filters={filters} search={search} currency={currency} />
      <PagedList
        pages={pages}
        empty={
          <EmptyState title="No results">
            <p>Clear the filters, or create a listing yourself.</p>
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
        label="Search listings"
        value={filters.get('q')}
        onSearch={(text) => filters.set('q', text)}
      />
      <SearchBox
        label={`Minimum budget in ${currency}`}
        value={filters.get('min')}
        onSearch={(text) => filters.set('min', text)}
      />
      <InlineSelect
        label="Sort"
        value={search.sort}
        options={sorts}
        onSelect={(sort) => filters.set('sort', sort)}
      />
      <InlineSelect
        label="Status"
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
