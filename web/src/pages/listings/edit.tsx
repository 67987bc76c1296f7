import { useParams } from 'react-router'
import type { Listing } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { ListingForm } from '../../forms/listing-form.tsx'
import { useCurrency } from '../../lib/use-currency.ts'
import { Page } from '../../ui/layout.tsx'
import { useNavigate } from '../../ui/link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { say } from '../../messages/en/listings.ts'

export function Component() {
  const { listingId = '' } = useParams()
  const query = useRead(api.listings.getListing, { listingId })
  return (
    <Page title={say('editListing')} lead={say('editHint')}>
      <QueryContent query={query}>{({ listing }) => <EditForm listing={listing} />}</QueryContent>
    </Page>
  )
}

function EditForm({ listing }: { listing: Listing }) {
  const navigate = useNavigate()
  const currency = useCurrency()
  const market = useRead(api.market.getMarket, {})
  const update = useWrite(api.listings.updateListing, {
    invalidates: ['listings', 'feed'],
    onDone: () => void navigate(`/listings/${listing.id}`),
  })
  return (
    <QueryContent query={market}>
      {({ defaults }) => (
        <ListingForm
          listing={listing}
          currency={currency}
          defaults={defaults}
          submitLabel={say('saveChanges')}
          busy={update.isPending}
          error={update.error}
          onSubmit={({ title, description, tags, category = null, ...rest }) =>
            update.mutate({
              listingId: listing.id,
              title,
              description,
              ...(tags === undefined ? {} : { tags }),
              ...(listing.applicationCount === 0 ? { category, ...rest } : {}),
            })
          }
        />
      )}
    </QueryContent>
  )
}
