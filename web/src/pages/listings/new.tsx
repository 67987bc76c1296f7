import { useSearchParams } from 'react-router'
import { api, useRead, useWrite } from '../../api.ts'
import { useMessageDraft } from '../../files/use-message-draft.ts'
import { ListingForm } from '../../forms/listing/listing-form.tsx'
import { StartFrom } from '../../forms/listing/start-from.tsx'
import {
  titleLengthMax,
  valuesOf,
  type DefaultTerms,
  type ListingFields,
} from '../../forms/listing/listing-values.ts'
import { useListingForm } from '../../forms/listing/use-listing-form.ts'
import { useCrumb } from '../../lib/hooks/use-crumb.ts'
import { useCurrency } from '../../lib/hooks/use-currency.ts'
import { Page } from '../../ui/page/layout.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { say } from '../../messages/en/posting.ts'

export function Component() {
  const market = useRead(api.market.getMarket, {})
  const [parameters] = useSearchParams()
  const title = parameters.get('title')?.slice(0, titleLengthMax) ?? ''
  useCrumb(say('postAJob'))
  return (
    <Page title={say('postAJob')} lead={say('newHint')}>
      <QueryContent query={market}>
        {({ defaults }) => <NewJob key={title} title={title} defaults={defaults} />}
      </QueryContent>
    </Page>
  )
}

/** The text of the job is in the form; the draft keeps its files. */
function NewJob({ title, defaults }: { title: string; defaults: DefaultTerms }) {
  const navigate = useNavigate()
  const currency = useCurrency()
  const files = useMessageDraft('listing files')
  const form = useListingForm({ title, files, currency, defaults })
  const create = useWrite(api.listings.createListing, {
    invalidates: ['listings', 'feed'],
    onDone: ({ listing }) => {
      form.clear()
      files.clear()
      void navigate(`/listings/${listing.id}`)
    },
  })
  const fileIds = files.uploads.files.map(({ id }) => id)
  const save = (fields: ListingFields, status: 'open' | 'draft') =>
    create.mutate({ ...fields, status, ...(fileIds.length === 0 ? {} : { fileIds }) })
  const discard = () => {
    const attached = files.uploads.files
    const restore = form.discard()
    files.clear()
    toast(say('draftDiscarded'), () => {
      restore()
      files.restore({ text: '', files: attached })
    })
  }
  return (
    <>
      {form.isKept ? null : <StartFrom onChoose={(listing) => form.replace(copyOf(listing, defaults))} />}
      <ListingForm
        form={form}
        files={files}
        currency={currency}
        submitLabel={say('postJob')}
        busy={create.isPending}
        error={create.error}
        onSubmit={(fields) => save(fields, 'open')}
        onSaveDraft={(fields) => save(fields, 'draft')}
        onDiscard={discard}
      />
    </>
  )
}

/** The deadline of an earlier job has passed. */
function copyOf(listing: Parameters<typeof valuesOf>[0], defaults: DefaultTerms) {
  return { ...valuesOf(listing, defaults), deliverBy: '' }
}
