import { useParams } from 'react-router'
import { useNavigate } from '../../ui/link.tsx'
import { api, useRead, useWrite } from '../../api.ts'
import { ListingForm } from '../../forms/listing-form.tsx'
import { useCurrency } from '../../lib/use-currency.ts'
import { Page, Panel } from '../../ui/layout.tsx'
import { Loaded } from '../../ui/states.tsx'

export function Component() {
  const navigate = useNavigate()
  const { listingId = '' } = useParams()
  const found = useRead(api.listings.getListing, { listingId })
  const currency = useCurrency()
  const change = useWrite(api.listings.updateListing, {
    touches: ['listings', 'feed'],
    onDone: () => void navigate(`/listings/${listingId}`),
  })
  return (
    <Page
      title="Edit listing"
      lead="From the first application on, budget, terms and kind of work stay as they are."
      narrow
    >
      <Panel>
        <Loaded query={found}>
          {({ listing }) => (
            <ListingForm
              listing={listing}
              currency={currency}
              send="Save"
              busy={change.isPending}
              error={change.error}
              onSend={({ title, description, tags, ...rest }) =>
                change.mutate({
                  listingId,
                  title,
                  description,
                  ...(tags === undefined ? {} : { tags }),
                  ...(listing.applicationCount === 0 ? rest : {}),
                })
              }
            />
          )}
        </Loaded>
      </Panel>
    </Page>
  )
}
