import { api, useWrite } from '../../api.ts'
import { ListingForm } from '../../forms/listing-form.tsx'
import { useCurrency } from '../../lib/use-currency.ts'
import { Page } from '../../ui/layout.tsx'
import { useNavigate } from '../../ui/link.tsx'
import { say } from '../../messages/en/listings.ts'

export function Component() {
  const navigate = useNavigate()
  const currency = useCurrency()
  const create = useWrite(api.listings.createListing, {
    invalidates: ['listings', 'feed'],
    onDone: ({ listing }) => void navigate(`/listings/${listing.id}`),
  })
  return (
    <Page title={say('postAJob')} lead={say('newHint')}>
      <ListingForm
        currency={currency}
        submitLabel={say('saveDraft')}
        busy={create.isPending}
        error={create.error}
        onSubmit={(fields) => create.mutate({ ...fields, status: 'draft' })}
      />
    </Page>
  )
}
