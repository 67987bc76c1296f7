import { api, usePages } from '../../api.ts'
import { ListingCard } from '../../listings/listing-card.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Grid } from '../../ui/layout.tsx'
import { Empty, Pages } from '../../ui/states.tsx'

export function MyListings() {
  const pages = usePages(api.listings.listMyListings, {})
  return (
    <Pages
      pages={pages}
      empty={
        <Empty title="You have no listings">
          <ButtonLink look="primary" to="/listings/new">
            Offer work
          </ButtonLink>
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
  )
}
