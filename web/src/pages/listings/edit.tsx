import { useParams } from 'react-router'
import { api, useRead, useWrite } from '../../api.ts'
import { ListingForm } from '../../forms/listing-form.tsx'
import { useCurrency } from '../../lib/use-currency.ts'
import { Page } from '../../ui/layout.tsx'
import { useNavigate } from '../../ui/link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { say } from '../../messages/en/listings.ts'

export function Component() {
  const navigate = useNavigate()
  const { listingId = '' } = useParams()
  const query = useRead(api.listings.getListing, { listingId })
  const currency = useCurrency()
  const update = useWrite(api.listings.updateListing, {
    invalidates: ['listings', 'feed'],
    onDone: () => void navigate(`/listings/${listingId}`),
  })
  return (
    <Page title={say('editListing')} lead={say('editHint')}>
      <QueryContent query={query}>
        {({ listing }) => (
          <ListingForm
            listing={listing}
            currency={currency}
            submitLabel={say('saveChanges')}
            busy={update.isPending}
            error={update.error}
            onSubmit={({ title, description, tags, ...rest }) =>
              update.mutate({
                listingId,
                title,
                description,
                ...(tags === undefined ? {} : { tags }),
                ...(listing.applicationCount === 0 ? rest : {}),
              })
            }
          />
        )}
      </QueryContent>
    </Page>
  )
}
