import { useParams } from 'react-router'
import type { Listing } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { ListingForm } from '../../forms/listing/listing-form.tsx'
import type { DefaultTerms } from '../../forms/listing/listing-values.ts'
import { useListingForm } from '../../forms/listing/use-listing-form.ts'
import { useCurrency } from '../../lib/hooks/use-currency.ts'
import { useUnsaved } from '../../lib/hooks/use-unsaved.ts'
import { Page } from '../../ui/page/layout.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { say } from '../../messages/en/posting.ts'

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
  const market = useRead(api.market.getMarket, {})
  return (
    <QueryContent query={market}>
      {({ defaults }) => <Fields listing={listing} defaults={defaults} />}
    </QueryContent>
  )
}

function Fields({ listing, defaults }: { listing: Listing; defaults: DefaultTerms }) {
  const navigate = useNavigate()
  const currency = useCurrency()
  const form = useListingForm({ listing, currency, defaults })
  const update = useWrite(api.listings.updateListing, {
    invalidates: ['listings', 'feed'],
    onDone: () => void navigate(`/listings/${listing.id}`),
  })
  useUnsaved(form.isDirty && !update.isPending)
  return (
    <ListingForm
      form={form}
      listing={listing}
      currency={currency}
      submitLabel={say('saveChanges')}
      busy={update.isPending}
      error={update.error}
      onSubmit={({ title, description, tags = [], category = null, taskType = null, budget = null, terms }) =>
        update.mutate({
          listingId: listing.id,
          title,
          description,
          tags,
          ...(listing.applicationCount === 0
            ? { category, taskType, budget, ...(terms === undefined ? {} : { terms }) }
            : {}),
        })
      }
    />
  )
}
