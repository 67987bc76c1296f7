import type { Listing, NewListing } from 'souk-contract'
import type { SoukError } from 'souk-sdk'
import { amountError, amountText, parseAmount } from '../lib/amount-input.ts'
import { parseTags } from '../lib/parse-tags.ts'
import { fromInputTime, timeZoneName, toInputTime } from '../lib/time-zone.ts'
import { maxLength, required, useForm } from '../lib/use-form.ts'
import { useUnsaved } from '../lib/use-unsaved.ts'
import { Button } from '../ui/button.tsx'
import { TextAreaField, SelectField, Field } from '../ui/field.tsx'
import { FieldPair, FormSection } from '../ui/form-section.tsx'
import { Form } from '../ui/form.tsx'
import { Panel, Split } from '../ui/layout.tsx'
import { AwardPreview } from './award-preview.tsx'
import { CategoryField } from './category-field.tsx'
import { PostingAs } from './hiring-as.tsx'
import { ListingPreview } from './listing-preview.tsx'
import { say } from '../messages/en/listings.ts'

/** Terms of the marketplace where a job states none. */
interface DefaultTerms {
  readonly reviewHours: number
  readonly maxRevisions: number
}

interface ListingFormProps {
  readonly listing?: Listing
  readonly currency: string
  readonly defaults: DefaultTerms
  readonly submitLabel: string
  readonly busy: boolean
  readonly error: SoukError | null
  readonly onSubmit: (fields: Omit<NewListing, 'status'>) => void
  /** Only for a new job, which can also be published right away. */
  readonly onSaveDraft?: (fields: Omit<NewListing, 'status'>) => void
}

const timeoutOutcomes = {
  accept: say('acceptDeliveryPayProvider'),
  dispute: say('openADispute'),
  refund: say('returnTheFundsToMe'),
}

export function ListingForm(props: ListingFormProps) {
  const { listing, currency, defaults, submitLabel, busy, error, onSubmit, onSaveDraft } = props
  const form = useForm(valuesOf(listing, defaults), (values) => errorsOf(values, currency))
  useUnsaved(form.isDirty && !busy)
  return (
    <Split aside={<ListingPreview values={form.values} currency={currency} />}>
      <Panel>
        <Form
          submitLabel={submitLabel}
          busy={busy}
          error={error}
          secondaryAction={
            onSaveDraft === undefined ? undefined : (
              <>
                <Button
                  disabled={busy}
                  onClick={form.submit((values) => onSaveDraft(fieldsOf(values, currency)))}
                >
                  {say('saveDraft')}
                </Button>
                <PostingAs />
              </>
            )
          }
          onSubmit={form.submit((values) => onSubmit(fieldsOf(values, currency)))}
        >
          <FormSection title={say('theWork')} hint={say('theWorkHint')}>
            <Field label={say('title')} {...form.field('title')} />
            <TextAreaField label={say('description')} rows={8} {...form.field('description')} />
            <CategoryField
              current={listing?.category ?? null}
              value={form.values.category}
              onSelect={(slug) => form.set('category', slug)}
            />
            <Field label={say('tags')} hint={say('tagsHint')} {...form.field('tags')} />
            <Field label={say('taskType')} hint={say('taskTypeHint')} {...form.field('taskType')} />
          </FormSection>
          <FormSection title={say('price')} hint={say('priceHint')}>
            <Field
              label={say('budgetIn', { currency })}
              inputMode="decimal"
              hint={say('budgetHint')}
              {...form.field('budget')}
            />
            <BudgetPreview text={form.values.budget} category={form.values.category} currency={currency} />
          </FormSection>
          <TermsSection form={form} />
        </Form>
      </Panel>
    </Split>
  )
}

type ListingFields = ReturnType<typeof useForm<ReturnType<typeof valuesOf>>>

function TermsSection({ form }: { form: ListingFields }) {
  return (
    <FormSection title={say('terms')} hint={say('termsHint')}>
      <FieldPair>
        <Field
          label={say('deliverBy')}
          type="datetime-local"
          hint={say('inTimeZone', { zone: timeZoneName() })}
          {...form.field('deliverBy')}
        />
        <Field label={say('revisionsIncluded')} inputMode="numeric" {...form.field('maxRevisions')} />
      </FieldPair>
      <FieldPair>
        <Field label={say('reviewPeriodInHours')} inputMode="numeric" {...form.field('reviewHours')} />
        <SelectField
          label={say('ifIDontRespondTime')}
          value={isTimeoutOutcome(form.values.onSilence) ? form.values.onSilence : 'accept'}
          options={timeoutOutcomes}
          onSelect={(value) => form.set('onSilence', value)}
        />
      </FieldPair>
    </FormSection>
  )
}

interface BudgetPreviewProps {
  readonly text: string
  readonly category: string
  readonly currency: string
}

function BudgetPreview({ text, category, currency }: BudgetPreviewProps) {
  const amount = parseAmount(text, currency)
  if (amount === undefined || budgetError(text, currency) !== undefined) return null
  return <AwardPreview price={{ amount, currency }} category={category} />
}

function valuesOf(listing: Listing | undefined, defaults: DefaultTerms) {
  const { deliverBy, onSilence = 'accept' } = listing?.terms ?? {}
  const { reviewHours, maxRevisions } = { ...defaults, ...listing?.terms }
  const text: string = onSilence
  return {
    title: listing?.title ?? '',
    description: listing?.description ?? '',
    tags: listing?.tags.join(' ') ?? '',
    taskType: listing?.taskType ?? '',
    category: listing?.category ?? '',
    budget: budgetOf(listing),
    deliverBy: deliverBy === undefined ? '' : toInputTime(deliverBy),
    reviewHours: String(reviewHours),
    maxRevisions: String(maxRevisions),
    onSilence: text,
  }
}

function errorsOf(values: ReturnType<typeof valuesOf>, currency: string) {
  return {
    title: required(values.title, say('enterATitle')) ?? maxLength(values.title, 150),
    description:
      required(values.description, say('enterADescription')) ?? maxLength(values.description, 20_000),
    tags: parseTags(values.tags).every((tag) => /^[a-z0-9][a-z0-9+.#-]*$/.test(tag))
      ? undefined
      : say('tagsInvalid'),
    budget: budgetError(values.budget, currency),
    reviewHours: inRange(values.reviewHours, 1, 720),
    maxRevisions: inRange(values.maxRevisions, 0, 20),
  }
}

function budgetOf(listing: Listing | undefined): string {
  const budget = listing?.budget ?? null
  return budget === null ? '' : amountText(budget)
}

function budgetError(text: string, currency: string): string | undefined {
  if (text === '') return undefined
  const isZero = parseAmount(text, currency) === 0
  return isZero
    ? say('freeBudgetInvalid')
    : amountError(text, { field: say('theBudget'), currency, use: 'internal' })
}

function fieldsOf(values: ReturnType<typeof valuesOf>, currency: string): Omit<NewListing, 'status'> {
  const budget = values.budget === '' ? undefined : parseAmount(values.budget, currency)
  const { title, description, onSilence } = values
  return {
    title,
    description,
    tags: parseTags(values.tags),
    ...(values.taskType.trim() === '' ? {} : { taskType: values.taskType.trim().toLowerCase() }),
    ...(values.category === '' ? {} : { category: values.category }),
    ...(budget === undefined ? {} : { budget: { amount: budget, currency } }),
    terms: {
      ...(values.deliverBy === '' ? {} : { deliverBy: fromInputTime(values.deliverBy) }),
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
    : say('enterANumberFromTo', { min, max })
}
