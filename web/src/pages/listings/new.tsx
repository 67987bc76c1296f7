import { useNavigate } from '../../ui/link.tsx'
import { api, useWrite } from '../../api.ts'
import { ListingForm } from '../../forms/listing-form.tsx'
import { useCurrency } from '../../lib/use-currency.ts'
import { Page, Panel } from '../../ui/layout.tsx'

export function Component() {
  const navigate = useNavigate()
  const currency = useCurrency()
  const create = useWrite(api.listings.createListing, {
    touches: ['listings', 'feed'],
    onDone: ({ listing }) => void navigate(`/listings/${listing.id}`),
  })
  return (
    <Page title="Offer work" lead="You can read it once more and add files before it is published." narrow>
      <Panel>
        <ListingForm
          currency={currency}
          send="Save as draft"
          busy={create.isPending}
          error={create.error}
          onSend={(fields) => create.mutate({ ...fields, status: 'draft' })}
        />
      </Panel>
    </Page>
  )
}
