import { api, usePages } from '../../api.ts'
import { ListingCard } from '../../listings/listing-card.tsx'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Grid } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { say } from '../../messages/en/work.ts'

export function MyListings() {
  const pages = usePages(api.listings.listMyListings, {})
  return (
    <PagedList
      pages={pages}
      empty={
        <EmptyState title={say('noJobsYet')}>
          <ButtonLink variant="primary" to="/listings/new">
            {say('postAJob')}
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
