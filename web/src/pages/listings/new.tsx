import { api, useRead, useWrite } from '../../api.ts'
import { ListingForm } from '../../forms/listing-form.tsx'
import { useCurrency } from '../../lib/use-currency.ts'
import { Page } from '../../ui/layout.tsx'
import { useNavigate } from '../../ui/link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { say } from '../../messages/en/listings.ts'

export function Component() {
  const navigate = useNavigate()
  const currency = useCurrency()
  const market = useRead(api.market.getMarket, {})
  const create = useWrite(api.listings.createListing, {
    invalidates: ['listings', 'feed'],
    onDone: ({ listing }) => void navigate(`/listings/${listing.id}`),
  })
  return (
    <Page title={say('postAJob')} lead={say('newHint')}>
      <QueryContent query={market}>
        {({ defaults }) => (
          <ListingForm
            currency={currency}
            defaults={defaults}
            submitLabel={say('postJob')}
            busy={create.isPending}
            error={create.error}
            onSubmit={(fields) => create.mutate({ ...fields, status: 'open' })}
            onSaveDraft={(fields) => create.mutate({ ...fields, status: 'draft' })}
          />
        )}
      </QueryContent>
    </Page>
  )
}
