import { api, usePages } from '../../api.ts'
import { ListingCard } from '../../listings/listing-card.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Grid } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'

export function MyListings() {
  const pages = usePages(api.listings.listMyListings, {})
  return (
    <PagedList
      pages={pages}
      empty={
        <EmptyState title="No jobs yet">
          <ButtonLink variant="primary" to="/listings/new">
            Post a job
          </ButtonLink>
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
  )
}
