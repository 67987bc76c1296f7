import { api, usePages } from '../../api.ts'
import { ListingCard } from '../../listings/listing-card.tsx'
import { readMoney } from '../../lib/money.ts'
import { useCurrency } from '../../lib/use-currency.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Chip, Filters, Pick, SearchBox } from '../../ui/filters.tsx'
import { Grid, Page } from '../../ui/layout.tsx'
import { Empty, Pages } from '../../ui/states.tsx'

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
  const search = searchOf(filters.chosen(), currency)
  const found = usePages(api.listings.listListings, search)
  return (
    <Page
      title="Listings"
      lead="Work that is looking for somebody."
      actions={
        <ButtonLink look="primary" to="/listings/new">
          Offer work
        </ButtonLink>
      }
    >
      <Choices filters={filters} search={search} currency={currency} />
      <Pages
        pages={found}
        empty={
          <Empty title="Nothing fits at the moment">
            <p>Take a filter away, or offer work yourself.</p>
          </Empty>
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
      </Pages>
    </Page>
  )
}

/** What the address says, as the operation takes it. */
function searchOf(chosen: { [Name in Names]?: string }, currency: string) {
  const { q, tag, taskType, min, sort, status } = chosen
  const minBudget = min === undefined ? undefined : readMoney(min, currency)
  return {
    ...(q === undefined ? {} : { q }),
    ...(tag === undefined ? {} : { tag }),
    ...(taskType === undefined ? {} : { taskType }),
    ...(minBudget === undefined ? {} : { minBudget }),
    sort: sorts.find(([name]) => name === sort)?.[0] ?? (q === undefined ? 'newest' : 'relevance'),
    status: statuses.find(([name]) => name === status)?.[0] ?? 'open',
  } as const
}

interface ChoicesProps {
  readonly filters: ReturnType<typeof useFilters<Names>>
  readonly search: ReturnType<typeof searchOf>
  readonly currency: string
}

function Choices({ filters, search, currency }: ChoicesProps) {
  return (
    <Filters>
      <SearchBox
        label="Search listings"
        value={filters.of('q')}
        onSearch={(text) => filters.set('q', text)}
      />
      <SearchBox
        label={`From ${currency}`}
        value={filters.of('min')}
        onSearch={(text) => filters.set('min', text)}
      />
      <Pick label="Sort" value={search.sort} options={sorts} onPick={(sort) => filters.set('sort', sort)} />
      <Pick
        label="Show"
        value={search.status}
        options={statuses}
        onPick={(status) => filters.set('status', status)}
      />
      {(['tag', 'taskType'] as const).map((name) =>
        filters.of(name) === '' ? null : (
          <Chip key={name} text={filters.of(name)} onRemove={() => filters.set(name, '')} />
        ),
      )}
    </Filters>
  )
}
