import type { Listing } from 'souk-contract'
import type { MessageDraft } from '../../files/use-message-draft.ts'
import { useKeptForm } from '../../lib/hooks/use-kept-form.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { errorsOf, valuesOf, type DefaultTerms } from './listing-values.ts'
import { say } from '../../messages/en/posting.ts'

interface ListingFormInput {
  /** The stored job, if it is edited. */
  readonly listing?: Listing
  /** Title of a new job, unless a draft is kept. */
  readonly title?: string
  readonly files?: MessageDraft
  readonly currency: string
  readonly defaults: DefaultTerms
}

/** State of the form of a job. A new one is kept on this device until it is posted or saved. */
export function useListingForm({ listing, title = '', files, currency, defaults }: ListingFormInput) {
  const now = useNow(60_000)
  const stored = valuesOf(listing, defaults)
  const initial = listing === undefined ? { ...stored, title } : stored
  return useKeptForm(listing === undefined ? 'listing' : undefined, initial, (values) => ({
    ...errorsOf(values, { currency, now, stored: initial.deliverBy }),
    files: files === undefined ? undefined : filesError(files),
  }))
}

export type ListingForm = ReturnType<typeof useListingForm>

function filesError({ uploads }: MessageDraft): string | undefined {
  const names = uploads.uploads.map(({ filename }) => filename)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? uploads.problem : say('sameName', { filename: twice })
}
