import { formatAmount, type Listing, type NewListing } from 'souk-contract'
import { missing, tooLong, useForm } from '../lib/use-form.ts'
import { moneyFault, readMoney } from '../lib/money.ts'
import { AreaField, ChoiceField, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import type { SoukError } from 'souk-sdk'

interface ListingFormProps {
  readonly listing?: Listing
  readonly currency: string
  readonly send: string
  readonly busy: boolean
  readonly error: SoukError | null
  readonly onSend: (fields: Omit<NewListing, 'status'>) => void
}

const silences = {
  accept: 'It counts as accepted, and the provider is paid',
  dispute: 'A dispute opens',
  refund: 'The money goes back to me',
}

/** The fields of a listing, new or changed. */
export function ListingForm({ listing, currency, send, busy, error, onSend }: ListingFormProps) {
  const form = useForm(valuesOf(listing), (values) => ({
    title: missing(values.title, 'A title') ?? tooLong(values.title, 150),
    description: missing(values.description, 'A description') ?? tooLong(values.description, 20_000),
    tags: tagsIn(values.tags).every((tag) => /^[a-z0-9][a-z0-9+.#-]*$/.test(tag))
      ? undefined
      : 'Tags are lower-case words, such as german or c++.',
    budget: budgetFault(values.budget, currency),
    reviewHours: inRange(values.reviewHours, 1, 720),
    maxRevisions: inRange(values.maxRevisions, 0, 20),
  }))
  return (
    <Form
      send={send}
      busy={busy}
      error={error}
      onSubmit={form.submit((values) => onSend(fieldsOf(values, currency)))}
    >
      <Field label="Title" {...form.field('title')} />
      <AreaField label="What is to be done?" rows={8} {...form.field('description')} />
      <Field label="Tags" hint="Separated by spaces or commas." {...form.field('tags')} />
      <Field label="Kind of work" hint="One word, such as translation." {...form.field('taskType')} />
      <Field
        label={`Budget in ${currency}`}
        inputMode="decimal"
        hint="Held when you award the work, not before. Empty: free, or the applicants name a price."
        {...form.field('budget')}
      />
      <Field label="Deliver by" type="datetime-local" {...form.field('deliverBy')} />
      <Field label="Hours to review a delivery" inputMode="numeric" {...form.field('reviewHours')} />
      <ChoiceField
        label="If I do not answer in that time"
        value={isSilence(form.values.onSilence) ? form.values.onSilence : 'accept'}
        options={silences}
        onChoose={(value) => form.set('onSilence', value)}
      />
      <Field label="How often I may ask for changes" inputMode="numeric" {...form.field('maxRevisions')} />
    </Form>
  )
}

function valuesOf(listing: Listing | undefined) {
  const { deliverBy, reviewHours = 72, maxRevisions = 2, onSilence = 'accept' } = listing?.terms ?? {}
  const text: string = onSilence
  return {
    title: listing?.title ?? '',
    description: listing?.description ?? '',
    tags: listing?.tags.join(' ') ?? '',
    taskType: listing?.taskType ?? '',
    budget: budgetOf(listing),
    deliverBy: deliverBy === undefined ? '' : localTime(deliverBy),
    reviewHours: String(reviewHours),
    maxRevisions: String(maxRevisions),
    onSilence: text,
  }
}

function budgetOf(listing: Listing | undefined): string {
  const budget = listing?.budget ?? null
  return budget === null ? '' : formatAmount(budget)
}

function budgetFault(text: string, currency: string): string | undefined {
  if (text === '') return undefined
  const isNothing = readMoney(text, currency) === 0
  return isNothing
    ? 'Leave the budget empty for free work.'
    : moneyFault(text, { field: 'The budget', currency, use: 'internal' })
}

function fieldsOf(values: ReturnType<typeof valuesOf>, currency: string): Omit<NewListing, 'status'> {
  const budget = values.budget === '' ? undefined : readMoney(values.budget, currency)
  const { title, description, onSilence } = values
  return {
    title,
    description,
    tags: tagsIn(values.tags),
    ...(values.taskType.trim() === '' ? {} : { taskType: values.taskType.trim().toLowerCase() }),
    ...(budget === undefined ? {} : { budget: { amount: budget, currency } }),
    terms: {
      ...(values.deliverBy === '' ? {} : { deliverBy: new Date(values.deliverBy).toISOString() }),
      reviewHours: Number(values.reviewHours),
      maxRevisions: Number(values.maxRevisions),
      ...(isSilence(onSilence) ? { onSilence } : {}),
    },
  }
}

function isSilence(text: string): text is keyof typeof silences {
  return Object.hasOwn(silences, text)
}

export function tagsIn(text: string): string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ]
}

function inRange(text: string, least: number, most: number): string | undefined {
  const number = Number(text)
  return /^\d+$/.test(text) && number >= least && number <= most
    ? undefined
    : `A number from ${least} to ${most}.`
}

/** As the input of a browser wants it: local, without seconds. */
function localTime(time: string): string {
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
