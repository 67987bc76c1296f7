import { formatAmount, type Listing, type NewListing } from 'souk-contract'
import type { SoukError } from 'souk-sdk'
import { amountError, parseAmount } from '../lib/amount-input.ts'
import { parseTags } from '../lib/parse-tags.ts'
import { maxLength, required, useForm } from '../lib/use-form.ts'
import { TextAreaField, SelectField, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

interface ListingFormProps {
  readonly listing?: Listing
  readonly currency: string
  readonly submitLabel: string
  readonly busy: boolean
  readonly error: SoukError | null
  readonly onSubmit: (fields: Omit<NewListing, 'status'>) => void
}

const timeoutOutcomes = {
  accept: 'Accept the delivery and pay the provider',
  dispute: 'Open a dispute',
  refund: 'Return the funds to me',
}

export function ListingForm({ listing, currency, submitLabel, busy, error, onSubmit }: ListingFormProps) {
  const form = useForm(valuesOf(listing), (values) => ({
    title: required(values.title, 'Enter a title.') ?? maxLength(values.title, 150),
    description:
      required(values.description, 'Enter a description.') ?? maxLength(values.description, 20_000),
    tags: parseTags(values.tags).every((tag) => /^[a-z0-9][a-z0-9+.#-]*$/.test(tag))
      ? undefined
      : 'Use letters, digits and + . # - only, for example “german” or “c++”.',
    budget: budgetError(values.budget, currency),
    reviewHours: inRange(values.reviewHours, 1, 720),
    maxRevisions: inRange(values.maxRevisions, 0, 20),
  }))
  return (
    <Form
      submitLabel={submitLabel}
      busy={busy}
      error={error}
      onSubmit={form.submit((values) => onSubmit(fieldsOf(values, currency)))}
    >
      <Field label="Title" {...form.field('title')} />
      <TextAreaField label="Description" rows={8} {...form.field('description')} />
      <Field label="Tags" hint="Separate tags with spaces or commas." {...form.field('tags')} />
      <Field label="Task type" hint="One word, for example “translation”." {...form.field('taskType')} />
      <Field
        label={`Budget in ${currency}`}
        inputMode="decimal"
        hint="Held only when you award the job. Leave empty for free work or to let applicants name a price."
        {...form.field('budget')}
      />
      <Field label="Deliver by" type="datetime-local" {...form.field('deliverBy')} />
      <Field label="Review period in hours" inputMode="numeric" {...form.field('reviewHours')} />
      <SelectField
        label="If I don’t respond in that time"
        value={isTimeoutOutcome(form.values.onSilence) ? form.values.onSilence : 'accept'}
        options={timeoutOutcomes}
        onSelect={(value) => form.set('onSilence', value)}
      />
      <Field label="Revisions included" inputMode="numeric" {...form.field('maxRevisions')} />
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

function budgetError(text: string, currency: string): string | undefined {
  if (text === '') return undefined
  const isZero = parseAmount(text, currency) === 0
  return isZero
    ? 'For free work, leave the budget empty.'
    : amountError(text, { field: 'The budget', currency, use: 'internal' })
}

function fieldsOf(values: ReturnType<typeof valuesOf>, currency: string): Omit<NewListing, 'status'> {
  const budget = values.budget === '' ? undefined : parseAmount(values.budget, currency)
  const { title, description, onSilence } = values
  return {
    title,
    description,
    tags: parseTags(values.tags),
    ...(values.taskType.trim() === '' ? {} : { taskType: values.taskType.trim().toLowerCase() }),
    ...(budget === undefined ? {} : { budget: { amount: budget, currency } }),
    terms: {
      ...(values.deliverBy === '' ? {} : { deliverBy: new Date(values.deliverBy).toISOString() }),
      reviewHours: Number(values.reviewHours),
      maxRevisions: Number(values.maxRevisions),
      ...(isTimeoutOutcome(onSilence) ? { onSilence } : {}),
    },
  }
}

function isTimeoutOutcome(text: string): text is keyof typeof timeoutOutcomes {
  return Object.hasOwn(timeoutOutcomes, text)
}

function inRange(text: string, min: number, max: number): string | undefined {
  const number = Number(text)
  return /^\d+$/.test(text) && number >= min && number <= max
    ? undefined
    : `Enter a number from ${min} to ${max}.`
}

/** Value of a `datetime-local` input: local time without seconds. */
function localTime(time: string): string {
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
