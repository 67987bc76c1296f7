import { Plus } from 'lucide-react'
import type { Listing, ListingFacets } from 'souk-contract'
import { api, usePages, useRead } from '../../api.ts'
import { SaveButton } from '../../favorites/save-button.tsx'
import { ListMarks, markedChunk, useMarked } from '../../favorites/use-marked.ts'
import { useCategoryName } from '../../lib/hooks/use-categories.ts'
import { useCurrency } from '../../lib/hooks/use-currency.ts'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import { ListingCard } from '../../listings/listing-card.tsx'
import { ListingTable } from '../../listings/listing-table.tsx'
import type { Preload } from '../../preload/preload.ts'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { InlineSelect } from '../../ui/forms/filters.tsx'
import { Grid } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { Skeleton, SkeletonCards } from '../../ui/page/skeleton.tsx'
import { say } from '../../messages/en/market.ts'
import { filterNames, listingCriteria } from '../market/criteria.ts'
import { AmountFacet, RatingFacet, ValueFacet } from '../market/facets.tsx'
import { MarketPage, sortingOf, type MarketFilters, type MarketParameter } from '../market/market-page.tsx'
import { SaveSearch } from '../market/save-search.tsx'
import { ReceivedInvitations } from './received-invitations.tsx'

const sorts = [
  ['newest', say('newest')],
  ['budget', say('highestBudget')],
  ['relevance', say('bestMatch')],
] as const
const statuses = [
  ['open', say('open')],
  ['filled', say('filled')],
] as const

export function Component() {
  const filters = useFilters<MarketParameter>([...filterNames.listings, 'sort', 'status', 'view'])
  const currency = useCurrency()
  const { criteria, status, sort } = searchOf(filters.active(), currency)
  const pages = usePages(api.listings.listListings, { ...criteria, status, sort, limit: markedChunk })
  const facets = useRead(api.listings.getListingFacets, { ...criteria, status }, { keepPrevious: true }).data
    ?.facets
  return (
    <MarketPage
      market="listings"
      title={say('jobs')}
      lead={say('jobsLead')}
      searchLabel={say('searchListings')}
      filters={filters}
      currency={currency}
      total={facets === undefined ? undefined : totalText(facets)}
      actions={
        <>
          <SaveSearch market="listings" criteria={criteria} currency={currency} />
          <ButtonLink variant="primary" to="/listings/new">
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('postAJob')}
          </ButtonLink>
        </>
      }
      tools={
        <>
          <InlineSelect
            label={say('status')}
            value={status}
            options={statuses}
            onSelect={(value) => filters.set('status', value)}
          />
          <InlineSelect
            label={say('sort')}
            value={sort}
            options={sorts}
            onSelect={(value) => filters.set('sort', value)}
          />
        </>
      }
      facets={
        facets === undefined ? (
          <Skeleton lines={9} />
        ) : (
          <Facets facets={facets} filters={filters} currency={currency} />
        )
      }
    >
      <ReceivedInvitations />
      <PagedList pages={pages} auto loading={<SkeletonCards />} empty={<NoListings filters={filters} />}>
        {(listings) => <Results {...{ listings, filters, sort }} />}
      </PagedList>
    </MarketPage>
  )
}

export const preload: Preload = ({ search, currency, read, pages }) => {
  const { criteria, status, sort } = searchOf(Object.fromEntries(search), currency)
  pages(api.listings.listListings, { ...criteria, status, sort, limit: markedChunk })
  read(api.listings.getListingFacets, { ...criteria, status })
}

/** The search that the query string describes. */
function searchOf(values: { readonly [Name in MarketParameter]?: string }, currency: string) {
  const criteria = listingCriteria(values, currency)
  return {
    criteria,
    status: statuses.find(([name]) => name === values.status)?.[0] ?? 'open',
    sort: sorts.find(([name]) => name === values.sort)?.[0] ?? defaultSort(criteria),
  }
}

const defaultSort = ({ q }: { q?: string }) => (q === undefined ? 'newest' : 'relevance')

const totalText = ({ total, exact }: ListingFacets) =>
  exact ? say('jobCount', { count: total }) : say('jobCountMin', { count: total })

interface ResultsProps {
  readonly listings: readonly Listing[]
  readonly filters: MarketFilters
  readonly sort: string
}

function Results({ listings, filters, sort }: ResultsProps) {
  const marks = useMarked(listings.map(({ id }) => id))
  const save = ({ id, title }: Listing) => <SaveButton marks={marks} id={id} name={title} />
  if (filters.get('view') === 'table')
    return (
      <ListMarks value={marks}>
        <ListingTable listings={listings} sorting={sortingOf(filters, sort)} />
      </ListMarks>
    )
  return (
    <Grid>
      {listings.map((listing) => (
        <li key={listing.id} data-item={listing.id}>
          <ListingCard listing={listing} save={save(listing)} />
        </li>
      ))}
    </Grid>
  )
}

interface FacetsProps {
  readonly facets: ListingFacets
  readonly filters: MarketFilters
  readonly currency: string
}

function Facets({ facets, filters, currency }: FacetsProps) {
  const bind = (name: 'category' | 'tag' | 'taskType' | 'rating') => ({
    selected: filters.get(name),
    onSelect: (value: string) => filters.set(name, value),
  })
  const nameOf = useCategoryName()
  return (
    <>
      <ValueFacet legend={say('category')} values={facets.categories} render={nameOf} {...bind('category')} />
      <ValueFacet legend={say('taskType')} values={facets.taskTypes} {...bind('taskType')} />
      <ValueFacet legend={say('tag')} values={facets.tags} {...bind('tag')} />
      <AmountFacet
        legend={say('budget')}
        currency={currency}
        ranges={facets.budgets}
        min={filters.get('min')}
        max={filters.get('max')}
        onMin={(text) => filters.set('min', text)}
        onMax={(text) => filters.set('max', text)}
      />
      <RatingFacet ratings={facets.ratings} {...bind('rating')} />
    </>
  )
}

function NoListings({ filters }: { filters: MarketFilters }) {
  const filtered = filterNames.listings.some((name) => filters.get(name) !== '')
  return (
    <EmptyState title={filtered ? say('noResults') : say('noJobsYet')}>
      <p>{filtered ? say('noJobsHint') : say('noJobsYetHint')}</p>
      {filtered ? (
        <Button variant="primary" onClick={() => filters.clear(filterNames.listings)}>
          {say('clearFilters')}
        </Button>
      ) : (
        <ButtonLink variant="primary" to="/listings/new">
          {say('postAJob')}
        </ButtonLink>
      )}
    </EmptyState>
  )
}
